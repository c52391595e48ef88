// SPDX-License-Identifier: GPL-3.0-or-later
// The element types of tensors in files, and the conversion of their bytes to numbers. Types include floats, integers
// and quantized blocks of GGUF.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "core/math/statistics/float_format.h"

namespace stepzero {

/// Floating-point types first, then integers, then quantized blocks of GGUF that share a scale.
enum class ElementType {
    f64,
    f32,
    f16,
    bf16,
    f8_e4m3,
    f8_e5m2,
    i64,
    i32,
    i16,
    i8,
    u64,
    u32,
    u16,
    u8,
    boolean,
    q4_0,
    q4_1,
    q5_0,
    q5_1,
    q8_0,
};

struct ElementInfo {
    ElementType type;
    std::string_view word;   ///< as in safetensors, or for blocks as in GGUF: "BF16", "Q4_0"
    std::size_t entries;   ///< per block; 1 for plain numbers
    std::size_t bytes;   ///< per block
};
const ElementInfo& element_info(ElementType type);
std::optional<ElementType> element_type(std::string_view word);

bool is_floating(ElementType type);   ///< f64 to f8, the types of weights
bool is_quantized(ElementType type);   ///< q4_0 to q8_0
/// Returns the floating-point format of the entries; absent for f64, integers and blocks.
std::optional<FloatFormat> float_format(ElementType type);

/// Converts little-endian bytes of whole blocks to numbers. bytes.size() must be a multiple of the block size, and
/// `numbers` must have room for all entries. Blocks as in ggml-quants.c (ggml, MIT): d·q, d·q + m.
void decode(ElementType type, std::span<const char> bytes, double* numbers);

}   // namespace stepzero
