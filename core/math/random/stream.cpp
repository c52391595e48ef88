// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/random/stream.h"

#include <algorithm>
#include <utility>

#include "core/math/random/blocks.h"
#include "core/math/random/truncated.h"

namespace stepzero {

namespace {

// Makes each block that [first, first + n) touches, and copies the requested part of one that is not needed whole.
template <class MakeBlock>
void by_blocks(std::uint32_t first, float* out, std::size_t n, const MakeBlock& make)
{
    std::uint64_t column = first;
    const std::uint64_t end = column + n;
    while (column < end) {
        const std::uint32_t block = std::uint32_t(column / block_columns);
        const std::uint32_t from = std::uint32_t(column % block_columns);
        const std::uint32_t count = std::uint32_t(std::min<std::uint64_t>(block_columns - from, end - column));
        if (count == block_columns) {
            make(block, out);
        } else {
            alignas(64) float numbers[block_columns];
            make(block, numbers);
            std::copy_n(numbers + from, count, out);
        }
        out += count;
        column += count;
    }
}

}   // namespace

void fill_normal(const Stream& stream, std::uint32_t row, std::uint32_t first, float* out, std::size_t n)
{
    by_blocks(first, out, n, [&](std::uint32_t block, float* numbers) {
        normal_block(random_bits(stream, Purpose::entries, row, block), numbers);
    });
}

void fill_uniform(const Stream& stream, std::uint32_t row, std::uint32_t first, float* out, std::size_t n)
{
    by_blocks(first, out, n, [&](std::uint32_t block, float* numbers) {
        const BitBlock bits = random_bits(stream, Purpose::entries, row, block);
        // Odd multiples of 2^-24 are exact floats, symmetric about 0, and never reach ±1.
        for (std::uint32_t i = 0; i < block_columns; ++i)
            numbers[i] = float(2 * std::int32_t(bits.words[i] >> 8) + 1 - (1 << 24)) * 0x1p-24f;
    });
}

void fill_truncated_normal(
    const Stream& stream, std::uint32_t row, std::uint32_t first, float* out, std::size_t n, double low, double high)
{
    const TruncatedNormal law(low, high);
    by_blocks(first, out, n, [&](std::uint32_t block, float* numbers) {
        law.quantiles(random_bits(stream, Purpose::entries, row, block), numbers);
    });
}

void fill_permutation(const Stream& stream, std::uint32_t index, std::uint32_t* out, std::size_t n)
{
    for (std::size_t i = 0; i < n; ++i)
        out[i] = std::uint32_t(i);
    BitBlock bits;
    for (std::size_t i = 0; i + 1 < n; ++i) {
        const std::uint32_t place = std::uint32_t(i % block_columns);
        if (place == 0)
            bits = random_bits(stream, Purpose::permutation, index, std::uint32_t(i / block_columns));
        // Scales 32 bits to [0, n − i); the bias is below (n − i)/2^32.
        const std::uint64_t choice = (std::uint64_t(bits.words[place]) * (n - i)) >> 32;
        std::swap(out[i], out[i + choice]);
    }
}

}   // namespace stepzero
