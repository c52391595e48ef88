// SPDX-License-Identifier: GPL-3.0-or-later
// Histograms of many layers brought onto one axis.
#pragma once

#include <QString>
#include <vector>

#include "core/math/statistics/distribution.h"
#include "widgets/figures/frame/ticks.h"

namespace stepzero {

/// A common axis of values: its coordinates are the values themselves or, when symlog, those of `scale`.
struct ValueAxis {
    bool symlog = false;
    Symlog scale;
    Range range;   ///< in coordinates
    /// The coordinate of a number of a distribution. Beyond the range of double a linear axis gives ±inf.
    double at(const Distribution& distribution, double number) const;
};

/// An axis for all of them that no single layer can ruin: linear where 1 % and 99 % of nine layers in ten lie, or
/// symlog. `wish` is "linear", "symlog" or "auto", which is symlog when scales differ by more than 100.
ValueAxis valueAxis(const std::vector<const Distribution*>& layers, const QString& wish);

/// Adds a histogram's counts to the equal cells of the axis range, as if the entries of a bin were uniform over its
/// values: on a symlog axis the bin at 0 reaches over many decades, and nearly all of it is in the last. `zeros` of the
/// entries are 0 exactly, and go there. Returns the entries that found a cell.
double resample(const Distribution& distribution, const ValueAxis& axis, std::vector<double>& cells, double zeros = 0);

}   // namespace stepzero
