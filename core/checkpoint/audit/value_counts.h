// SPDX-License-Identifier: GPL-3.0-or-later
// How often each number stands in a tensor: number by number in the formats of 16 and 8 bits, and of wider ones in bins
// of a thousandth of an octave. Whatever law the entries are held against later, its test can be made of these counts.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/math/statistics/float_format.h"

namespace stepzero {

/// Entries whose number, before it was rounded to the format, lay in [low, high).
struct ValueBin {
    double low = 0, high = 0;
    std::uint64_t count = 0;
};

/// Where the bin that a number falls into ends, whatever has been counted.
double bin_end(double number, FloatFormat format);

class ValueCounts {
public:
    static constexpr int kept_bits = 10;   ///< of the significand: every number of 16 bits has a bin of its own

    ValueCounts();
    void add(std::span<const double> finite);
    /// What has been counted, by rising values and without empty bins, and begins anew. `format` coarser than float32:
    /// its numbers, each with what is rounded to it.
    std::vector<ValueBin> take(FloatFormat format);

private:
    static constexpr int octaves = 512;   // two signs and float32's exponents

    struct Octave {
        std::array<std::uint32_t, 1 << kept_bits> counts {};
    };
    std::array<std::unique_ptr<Octave>, octaves> counts_;   // that have been met
};

}   // namespace stepzero
