// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/audit/value_counts.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

#include "core/base/words/nan.h"

namespace stepzero {

namespace {

constexpr int float_bits = 23;   // in the significand of float32, without the hidden bit

/// Returns the interval of values that round to a number of a format.
ValueBin rounded_to(double number, std::uint64_t count, const FloatRange& range)
{
    const double n = ordinal(number, range);
    const auto border = [&](double other) {
        const double neighbour = at_ordinal(other, range);
        return std::abs(neighbour) > range.largest ? std::copysign(infinity, neighbour) : (number + neighbour) / 2;
    };
    return {border(n - 1), border(n + 1), count};
}

}   // namespace

double bin_end(double number, FloatFormat format)
{
    if (format != FloatFormat::float32)
        return rounded_to(rounded(number, float_range(format)), 0, float_range(format)).high;
    constexpr int dropped = float_bits - ValueCounts::kept_bits;
    const std::uint32_t key = std::bit_cast<std::uint32_t>(float(number)) >> dropped;
    return std::bit_cast<float>((number < 0 ? key : key + 1) << dropped);
}

ValueCounts::ValueCounts() = default;

void ValueCounts::add(std::span<const double> finite)
{
    constexpr int dropped = float_bits - kept_bits;
    for (const double number : finite) {
        const auto bits = std::bit_cast<std::uint32_t>(float(number));
        std::unique_ptr<Octave>& octave = counts_[bits >> float_bits];
        if (!octave)
            octave = std::make_unique<Octave>();
        ++octave->counts[bits >> dropped & ((1U << kept_bits) - 1)];
    }
}

std::vector<ValueBin> ValueCounts::take(FloatFormat format)
{
    constexpr int dropped = float_bits - kept_bits;
    const FloatRange& range = float_range(format);
    std::vector<ValueBin> bins;
    const auto add = [&](std::uint32_t key, std::uint64_t count) {
        const double inner = std::bit_cast<float>(key << dropped);   // the end nearer to 0
        if (format != FloatFormat::float32) {
            bins.push_back(rounded_to(inner, count, range));
            return;
        }
        const double outer = std::bit_cast<float>((key + 1) << dropped);
        bins.push_back({std::min(inner, outer), std::max(inner, outer), count});
    };
    constexpr std::uint32_t cells = 1U << kept_bits, negative = octaves / 2;
    std::uint64_t zeros = 0;   // zeros of either sign
    for (const std::uint32_t octave : {negative, 0U})
        if (counts_[octave] && format != FloatFormat::float32)
            zeros += std::exchange(counts_[octave]->counts[0], 0U);
    for (std::uint32_t octave = octaves; octave-- > negative;)   // from the lowest number up
        if (counts_[octave])
            for (std::uint32_t cell = cells; cell-- > 0;)
                if (const std::uint32_t count = counts_[octave]->counts[cell])
                    add(octave << kept_bits | cell, count);
    if (zeros > 0)
        add(0, zeros);
    for (std::uint32_t octave = 0; octave < negative; ++octave)
        if (counts_[octave])
            for (std::uint32_t cell = 0; cell < cells; ++cell)
                if (const std::uint32_t count = counts_[octave]->counts[cell])
                    add(octave << kept_bits | cell, count);
    counts_ = {};
    return bins;
}

}   // namespace stepzero
