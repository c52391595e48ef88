// SPDX-License-Identifier: GPL-3.0-or-later
// The fractions of an activation's outputs that are exactly zero, or saturated, for a Gaussian preactivation.
// Simulation counts the same outputs (output_counts.h).
#pragma once

#include "core/math/activation/activation.h"

namespace stepzero {

/// The preactivations whose outputs count as zero or saturated. Construct once and query often.
class OutputRanges {
public:
    explicit OutputRanges(const ActivationFunction& phi);

    /// Return fractions for z ~ N(mean, deviation²), deviation ≥ 0 and possibly 0 or infinite.
    double zero_fraction(double mean, double deviation) const;
    double saturated_fraction(double mean, double deviation) const;

private:
    double zero_below_;   // φ(z) is 0 in float32 up to here; −∞: nowhere, except at a single z with φ(z) = 0
    bool zero_at_zero_;
    double low_below_, high_above_;   // saturated for z below the first or above the second; ∓∞: never
};

}   // namespace stepzero
