// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/run/memory.h"

#include <condition_variable>
#include <exception>
#include <fstream>
#include <mutex>
#include <new>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>
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

void need_memory(std::size_t bytes) { ::operator delete(::operator new(bytes)); }

bool can_start_threads(int threads)
{
    std::mutex mutex;
    std::condition_variable_any end;
    std::vector<std::jthread> started;   // asked to stop when it goes out of scope
    try {
        for (int i = 0; i < threads; ++i)
            started.emplace_back([&](const std::stop_token& stop) {
                std::unique_lock lock(mutex);
                end.wait(lock, stop, [] { return false; });
            });
    } catch (const std::exception&) {
        return false;
    }
    return true;
}

void give_memory_back()
{
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

}   // namespace stepzero
