// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/memory.h"

#include <fstream>
#include <string>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <unistd.h>

namespace stepzero {

double available_memory()
{
    std::ifstream books("/proc/meminfo");
    std::string word;
    while (books >> word)
        if (double kilobytes = 0; word == "MemAvailable:" && books >> kilobytes)
            return kilobytes * 1024;
    return 0.75 * double(sysconf(_SC_PHYS_PAGES)) * double(sysconf(_SC_PAGESIZE));
}

void give_memory_back()
{
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

}   // namespace stepzero
