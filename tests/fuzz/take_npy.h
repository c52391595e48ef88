// SPDX-License-Identifier: GPL-3.0-or-later
// Parses an array of NumPy. It has no more numbers than bytes, and is written so that it is read back identically.
#pragma once

#include <string_view>

#include "core/base/formats/npy.h"
#include "tests/fuzz/promise.h"

namespace stepzero::fuzz {

inline void take_npy(std::string_view bytes)
{
    try {
        const NpyArray<float> array = read_npy<float>(bytes);
        promise(array.values.size() <= bytes.size() / sizeof(float));
        const auto again = read_npy<float>(npy_bytes<float>(array.shape, array.values));
        promise(again.shape == array.shape && again.values.size() == array.values.size());
    } catch (const FormatError&) {
    }
}

}   // namespace stepzero::fuzz
