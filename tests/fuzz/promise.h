// SPDX-License-Identifier: GPL-3.0-or-later
// The contract of every parser for arbitrary bytes: it accepts them, or refuses them in its own way. The fuzzers and
// the test that replays their corpus call the same functions, take_PARSER(). A violated contract ends the process.
#pragma once

#include <cstdlib>

namespace stepzero::fuzz {

inline void promise(bool kept)
{
    if (!kept)
        std::abort();
}

}   // namespace stepzero::fuzz
