// SPDX-License-Identifier: GPL-3.0-or-later
// Resamples histograms of many layers onto one axis.
#pragma once

#include <optional>
#include <vector>

#include "core/math/statistics/distribution.h"
#include "widgets/figures/frame/ticks.h"

namespace stepzero {

/// A common axis of values. Its coordinates are the values themselves or, for symlog, those of `scale`.
struct ValueAxis {
    bool symlog = false;
    Symlog scale;
    Range range;   ///< in coordinates
    /// Returns the coordinate of a number of a distribution. Beyond the range of double, a linear axis returns ±inf.
    double at(const Distribution& distribution, double number) const;
};

/// Returns an axis for all layers that no single layer can spoil. It is linear where 1% and 99% of nine layers in ten
/// lie, or symlog. `wish` is Scale::linear or Scale::symlog; absent, it is symlog when scales differ by more than a
/// factor of 100.
ValueAxis valueAxis(const std::vector<const Distribution*>& layers, std::optional<Scale> wish);

/// Resamples histograms to equal cells of the axis range.
class Resampler {
public:
    Resampler(const ValueAxis& axis, std::size_t cells) : axis_(axis), ends_(cells + 1) { }

    /// Adds the counts of a histogram to the cells. Entries of a bin count as uniform over its values: on a symlog axis
    /// the bin at 0 spans many decades, and nearly all of it lies in the last one. `zeros` of the entries are exactly
    /// 0, and are added there. Returns the number of entries that fell into a cell.
    double add(const Distribution& distribution, std::vector<double>& cells, double zeros = 0);

private:
    const std::vector<double>& endsInUnit(std::int64_t exponent);

    ValueAxis axis_;
    std::vector<double> ends_;   // ends of the cells, in units of 2^exponent_
    std::optional<std::int64_t> exponent_;   // absent: not computed yet
};

}   // namespace stepzero
