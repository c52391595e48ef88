// SPDX-License-Identifier: GPL-3.0-or-later
// How often an output of an activation is exactly zero, and how often it is saturated, for a Gaussian
// preactivation.
#pragma once

#include "core/math/activation/activation.h"

namespace stepzero {

/// Preactivations whose outputs count as zero or saturated. Construct once and ask often.
class OutputRanges {
public:
    explicit OutputRanges(const ActivationFunction& phi);

    /// Fractions for z ~ N(mean, deviation²), deviation ≥ 0 and possibly 0 or infinite.
    double zero_fraction(double mean, double deviation) const;
    double saturated_fraction(double mean, double deviation) const;

private:
    double zero_below_;   // φ(z) is 0 in float32 up to here; −∞: nowhere but where φ(z) = 0 for one z
    bool zero_at_zero_;
    double low_below_, high_above_;   // saturated for z below the one or above the other; ∓∞: never
};

}   // namespace stepzero
