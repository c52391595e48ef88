// SPDX-License-Identifier: GPL-3.0-or-later
// What the entries of a tensor in a file are, and how their bytes become numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "core/math/statistics/float_format.h"

namespace stepzero {

/// The first are numbers as frameworks keep them; then whole numbers; then blocks of GGUF that share a scale.
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
    std::string_view word;   ///< as safetensors has it, of blocks as GGUF does: "BF16", "Q4_0"
    std::size_t entries;   ///< of a block; 1 of plain numbers
    std::size_t bytes;   ///< of a block
};
const ElementInfo& element_info(ElementType type);
std::optional<ElementType> element_type(std::string_view word);

bool is_floating(ElementType type);   ///< f64 to f8: what weights are kept in
bool is_quantized(ElementType type);   ///< q4_0 to q8_0
/// The format whose numbers the entries are; absent of f64, whole numbers and blocks.
std::optional<FloatFormat> float_format(ElementType type);

/// Little-endian bytes of whole blocks as numbers; bytes.size() is a multiple of the block's, numbers have a place for
/// each of its entries. Blocks as in ggml-quants.c (ggml, MIT): d·q, d·q + m.
void decode(ElementType type, std::span<const char> bytes, double* numbers);

}   // namespace stepzero
