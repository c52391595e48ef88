// SPDX-License-Identifier: GPL-3.0-or-later
// Random bits in blocks of 64 columns: always a whole, aligned block, so that a number depends neither on
// where a request begins nor on how the compiler vectorizes the rest of a loop.
#pragma once

#include <cstdint>

#include "core/math/random/stream.h"

namespace stepzero {

inline constexpr std::uint32_t block_columns = 64;

/// 64 independent words.
struct alignas(64) BitBlock {
    std::uint32_t words[block_columns];
};

/// What the numbers are for; numbers of two purposes of one stream are independent.
enum class Purpose : std::uint32_t { entries, permutation };

/// Block `block` of a row: Philox4x32-10, key = seed, counter = (group of four, row, layer and role, replica).
BitBlock random_bits(const Stream& stream, Purpose purpose, std::uint32_t row, std::uint32_t block);

/// 64 independent N(0, 1) by Box-Muller, |x| < 6.7. Never exactly zero.
void normal_block(const BitBlock& bits, float* out);

}   // namespace stepzero
