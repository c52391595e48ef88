// SPDX-License-Identifier: GPL-3.0-or-later
// The Marchenko–Pastur law: the distribution of the singular values of one wide random matrix, to compare measured
// weights with.
#pragma once

#include <optional>
#include <utility>

#include "core/network/experiment/experiment.h"
#include "core/network/init/scheme.h"

namespace stepzero {

/// Distribution of the min(fan_in, fan_out) singular values. For independent entries with mean 0 it is the law of
/// Marchenko and Pastur 1967, whatever the distribution of the entries. An orthogonal matrix or the identity has equal
/// singular values.
struct SingularValueLaw {
    double scale = 0;   ///< σ = √(longer side · Var(W_ij)): the root of the mean of s², exact at any size
    double ratio = 1;   ///< r = shorter side / longer side
    bool single = false;   ///< all singular values are `scale`
    double zero = 0;   ///< fraction of exact zeros in addition to these; the members below exclude them

    /// Returns σ(1 ∓ √r); both are `scale` for a single value.
    std::pair<double, double> edges() const;
    /// Returns √((s₊² − s²)(s² − s₋²)) / (π r σ² s), which integrates to 1; 0 for a single value.
    double density(double s) const;
    /// Returns the mean of s², which is σ².
    double mean_square() const { return scale * scale; }
};

/// Absent when the mean of the entries is not 0 or most entries are not independent.
std::optional<SingularValueLaw> singular_value_law(const Draw& draw, Shape shape);
std::optional<SingularValueLaw> singular_value_law(const LayerPlan& layer);
/// Returns the distribution for a convolution with circular edges as a map of whole samples: the matrix of each
/// frequency has independent entries (operator_spectrum()). Also absent when a scheme makes taps depend on each other.
std::optional<SingularValueLaw> operator_law(const Draw& draw, Shape shape, const Window& map);

}   // namespace stepzero
