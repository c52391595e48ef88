// SPDX-License-Identifier: GPL-3.0-or-later
// Weight standardization: the weights that each unit sees are brought to mean 0 and one standard deviation,
//     Ŵ = k (W − mean)/√(variance + 1e-6),
// k = 1 (Qiao et al. 2019), or γ_φ/√fan_in (Brock, De, Smith 2021); ε as timm has it.
#pragma once

#include "core/network/init/parameter.h"

namespace stepzero {

inline constexpr double standardization_epsilon = 1e-6;

/// Row by row.
ScaledMatrix standardized(const ScaledMatrix& w, double k);

/// The gradient at W for the one at Ŵ.
WeightMatrix through_standardization(const ScaledMatrix& w, double k, const WeightMatrix& gradient);

}   // namespace stepzero
