// SPDX-License-Identifier: GPL-3.0-or-later
// Parses tensors, which must all lie within the bytes.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/base/formats/safetensors.h"
#include "tests/fuzz/promise.h"

namespace stepzero::fuzz {

inline void take_safetensors(std::string_view bytes)
{
    try {
        std::size_t size = 0;
        for (const TensorView& tensor : read_safetensors(bytes)) {
            const bool floats = tensor.type == TensorType::f32;
            const std::size_t taken
                = floats ? tensor.values().size() * sizeof(float) : tensor.integers().size() * sizeof(std::int64_t);
            promise(taken == tensor.bytes.size());
            size += tensor.bytes.size();
        }
        promise(size < bytes.size());
    } catch (const FormatError&) {
    }
}

}   // namespace stepzero::fuzz
