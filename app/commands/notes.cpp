// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/notes.h"

#include <cstdio>

#include "app/commands/options.h"
#include "widgets/language/language.h"

namespace stepzero {

void note(const std::string& sentences)
{
    for (const std::string& line : split(spoken(sentences).toStdString(), '\n'))
        std::fprintf(stderr, "stepzero: %s\n", line.c_str());
}

}   // namespace stepzero
