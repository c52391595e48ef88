// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/notes.h"

#include <cstdio>

#include "app/commands/options.h"

namespace stepzero {

void note(const std::string& sentences)
{
    for (const std::string& line : split(sentences, '\n'))
        std::fprintf(stderr, "stepzero: %s\n", line.c_str());
}

}   // namespace stepzero
