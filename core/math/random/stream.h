// SPDX-License-Identifier: GPL-3.0-or-later
// Counter-based random numbers (Random123): every number is a pure function of (seed, stream, position). The same seed
// therefore gives the same tensor, independent of the order, the number of threads and the other tensors.
// Salmon, Moraes, Dror, Shaw: Parallel random numbers: as easy as 1, 2, 3. SC 2011.
#pragma once

#include <cstddef>
#include <cstdint>

namespace stepzero {

/// The tensor that a stream fills.
enum class TensorRole : std::uint32_t { input, cotangent, weight, bias, pairs, task, adapter };

struct Stream {
    std::uint64_t seed = 0;
    std::uint32_t replica = 0;
    TensorRole role = TensorRole::weight;
    std::uint32_t layer = 0;
};

/// Fills out[0 … n) with the entries (row, first) … (row, first + n) of the stream's infinite matrix. Entry (row,
/// column) is always the same number, so a wider matrix contains the narrower one.
/// normal: N(0, 1), |x| < 6.7; uniform: open interval (−1, 1); truncated: N(0, 1) given low < x < high, by inversion of
/// the distribution function, also far out in a tail.
void fill_normal(const Stream& stream, std::uint32_t row, std::uint32_t first, float* out, std::size_t n);
void fill_uniform(const Stream& stream, std::uint32_t row, std::uint32_t first, float* out, std::size_t n);
void fill_truncated_normal(
    const Stream& stream, std::uint32_t row, std::uint32_t first, float* out, std::size_t n, double low, double high);

/// Fills `out` with a random permutation of 0 … n − 1 that belongs to (stream, index), by Fisher-Yates. The sparse
/// scheme uses it.
void fill_permutation(const Stream& stream, std::uint32_t index, std::uint32_t* out, std::size_t n);

}   // namespace stepzero
