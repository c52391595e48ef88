// SPDX-License-Identifier: GPL-3.0-or-later
// The law of the singular values of one wide weight matrix.
#pragma once

#include <optional>
#include <utility>

#include "core/network/experiment/experiment.h"
#include "core/network/init/scheme.h"

namespace stepzero {

/// Law of the min(fan_in, fan_out) singular values. Marchenko and Pastur 1967 for independent entries of mean
/// 0 and any law; for an orthogonal matrix or the identity all of them are the same.
struct SingularValueLaw {
    double scale = 0;   ///< σ = √(longer side · Var(W_ij)): the root of the mean of s², exact at any size
    double ratio = 1;   ///< r = shorter side / longer side
    bool single = false;   ///< all singular values are `scale`
    double zero = 0;   ///< share of exact zeros beside these; what follows leaves them out

    /// σ(1 ∓ √r); both are `scale` for a single value.
    std::pair<double, double> edges() const;
    /// √((s₊² − s²)(s² − s₋²)) / (π r σ² s), integrating to 1; 0 for a single value.
    double density(double s) const;
    /// Of s²: σ².
    double mean_square() const { return scale * scale; }
};

/// Absent where the mean of the entries is not 0 or most entries are not independent.
std::optional<SingularValueLaw> singular_value_law(const Draw& draw, Shape shape);
std::optional<SingularValueLaw> singular_value_law(const LayerPlan& layer);
/// Of a convolution as a map of whole samples that goes around the edge: each frequency's matrix has independent
/// entries (operator_spectrum()). Absent also where a scheme makes taps depend on each other.
std::optional<SingularValueLaw> operator_law(const Draw& draw, Shape shape, const Window& window);

}   // namespace stepzero
