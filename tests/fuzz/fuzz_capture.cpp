// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstddef>
#include <cstdint>

#include "tests/fuzz/take_capture.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    stepzero::fuzz::take_capture({reinterpret_cast<const char*>(data), size});
    return 0;
}
