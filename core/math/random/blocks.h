// SPDX-License-Identifier: GPL-3.0-or-later
// Random bits in blocks of 64 columns. Blocks are always whole and aligned, so a number depends neither on where a
// request begins nor on how the compiler vectorizes the rest of a loop.
#pragma once

#include <cstdint>

#include "core/math/random/stream.h"

namespace stepzero {

inline constexpr std::uint32_t block_columns = 64;

/// 64 independent 32-bit words.
struct alignas(64) BitBlock {
    std::uint32_t words[block_columns];
};

/// The use of the numbers. Two purposes of one stream give independent numbers.
enum class Purpose : std::uint32_t { entries, permutation };

/// Returns block `block` of a row. Philox4x32-10 with key = seed and counter = (group of four, row, layer and role,
/// replica).
BitBlock random_bits(const Stream& stream, Purpose purpose, std::uint32_t row, std::uint32_t block);

/// Turns the bits into 64 independent N(0, 1) numbers by Box-Muller, |x| < 6.7. None is exactly zero.
void normal_block(const BitBlock& bits, float* out);

}   // namespace stepzero
