// SPDX-License-Identifier: GPL-3.0-or-later
// Converts layers to the equation for the eigenvalues of the product of their Jacobians. Layers whose distributions of
// φ'² hardly differ share one, so that the equation of a deep network stays small.
#pragma once

#include <optional>

#include "core/theory/jacobian_equation.h"
#include "core/theory/prediction.h"

namespace stepzero {

/// Returns the equation of the layers `first` to `last`. Absent when the prediction of a layer is absent, and for
/// weights that are neither independent nor orthogonal. Throws Stopped.
std::optional<JacobianEquation> jacobian_equation(
    const NetworkPlan& plan, const Prediction& prediction, int first, int last, const Context& context);

}   // namespace stepzero
