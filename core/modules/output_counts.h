// SPDX-License-Identifier: GPL-3.0-or-later
// Counts of the outputs x = φ(z): entries that are exactly 0, entries in φ's saturated range, and units that are 0 in
// every column.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/modules/recorder.h"
#include "core/modules/scaled.h"

namespace stepzero {

struct OutputCounts {
    std::int64_t zeros = 0, saturated = 0;
    std::vector<std::uint8_t> alive {};   ///< one per row
    double columns = 0;

    /// Adds the counts of the rows from `first_row` on. The caller counts the columns.
    void join(const OutputCounts& part, std::size_t first_row = 0)
    {
        zeros += part.zeros;
        saturated += part.saturated;
        alive.resize(std::max(alive.size(), first_row + part.alive.size()), 0);
        for (std::size_t row = 0; row < part.alive.size(); ++row)
            alive[first_row + row] |= part.alive[row];
    }
    void tell(Recorder& recorder, const Site& site) const
    {
        const auto rows = double(alive.size()), entries = columns * rows;
        recorder.number(site, Quantity::zero_fraction, double(zeros) / entries);
        recorder.number(site, Quantity::saturated_fraction, double(saturated) / entries);
        recorder.number(site, Quantity::dead_fraction, double(std::count(alive.begin(), alive.end(), 0)) / rows);
    }
};

/// Counts columns. Several threads may use it, each with its own counts.
class OutputCounter {
public:
    /// `scaled` is φ at z's exponent and must outlive the counter.
    OutputCounter(const ActivationFunction& phi, const ScaledActivation<float>& scaled, std::int64_t exponent)
        : scaled_(scaled), plain_(exponent > 0 && !phi.limits().homogeneous)
    {
        // A signal below the range of float saturates nothing.
        const Saturation range = scaled.value_exponent() == 0 || plain_ ? phi.saturation() : Saturation {};
        below_ = float(range.below.value_or(-std::numeric_limits<float>::infinity()));
        above_ = float(range.above.value_or(std::numeric_limits<float>::infinity()));
    }

    /// Counts the entries of one column, given z and x; counts.alive has as many entries.
    void add(const float* z, const float* x, OutputCounts& counts) const
    {
        const std::size_t rows = counts.alive.size();
        std::vector<float> plain(plain_ ? rows : 0);
        if (plain_) {
            scaled_.plain_value(z, plain.data(), std::ptrdiff_t(rows));
            x = plain.data();
        }
        int zeros = 0, saturated = 0;
        for (std::size_t row = 0; row < rows; ++row) {
            zeros += x[row] == 0;
            saturated += (x[row] < below_) | (x[row] > above_);
            counts.alive[row] |= std::uint8_t(x[row] != 0);
        }
        counts.zeros += zeros;
        counts.saturated += saturated;
    }

private:
    const ScaledActivation<float>& scaled_;
    bool plain_;   // beyond the range of float, φ's limit hides which entries are zero or saturated
    float below_, above_;
};

}   // namespace stepzero
