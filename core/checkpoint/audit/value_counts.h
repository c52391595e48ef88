// SPDX-License-Identifier: GPL-3.0-or-later
// Counts how often each number occurs in a tensor: exactly in formats with 16 or 8 bits, and in bins of a thousandth of
// an octave in wider ones. Tests against any distribution can be computed later from these counts.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/math/statistics/float_format.h"

namespace stepzero {

/// Entries whose value before rounding to the format lay in [low, high).
struct ValueBin {
    double low = 0, high = 0;
    std::uint64_t count = 0;
};

/// Returns the upper end of the bin that contains a number, independent of the counts.
double bin_end(double number, FloatFormat format);

class ValueCounts {
public:
    static constexpr int kept_bits = 10;   ///< bits of the significand: each 16-bit number has a separate bin

    ValueCounts();
    void add(std::span<const double> finite);
    /// Returns the nonempty bins in ascending order, and clears the counts. `format`: if coarser than float32, each bin
    /// holds the values that round to one of its numbers.
    std::vector<ValueBin> take(FloatFormat format);

private:
    static constexpr int octaves = 512;   // two signs and float32's exponents

    struct Octave {
        std::array<std::uint32_t, 1 << kept_bits> counts {};
    };
    std::array<std::unique_ptr<Octave>, octaves> counts_;   // null: no entries
};

}   // namespace stepzero
