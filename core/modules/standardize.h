// SPDX-License-Identifier: GPL-3.0-or-later
// Weight standardization: the weights of each unit are brought to mean 0 and a common standard deviation,
//     Ŵ = k (W − mean)/√(variance + 1e-6).
// k is 1 (Qiao et al. 2019) or γ_φ/√fan_in (Brock, De, Smith 2021). ε is timm's.
#pragma once

#include "core/network/init/parameter.h"

namespace stepzero {

inline constexpr double standardization_epsilon = 1e-6;

/// Standardizes each row.
ScaledMatrix standardized(const ScaledMatrix& w, double k);

/// Returns the gradient at W for the gradient at Ŵ.
WeightMatrix through_standardization(const ScaledMatrix& w, double k, const WeightMatrix& gradient);

}   // namespace stepzero
