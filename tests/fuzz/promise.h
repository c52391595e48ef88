// SPDX-License-Identifier: GPL-3.0-or-later
// What every parser must do with any bytes: take them, or refuse them in its own way. The fuzzers and the test that replays
// their corpus call the same functions, take_PARSER(); a broken promise ends the process.
#pragma once

#include <cstdlib>

namespace stepzero::fuzz {

inline void promise(bool kept)
{
    if (!kept)
        std::abort();
}

}   // namespace stepzero::fuzz
