// SPDX-License-Identifier: GPL-3.0-or-later
// The density of the eigenvalues of a product JJᵀ: Newton's method follows the solution of the equation from the
// negative axis, where everything is real, to points just above the support.
#pragma once

#include <vector>

#include "core/math/statistics/distribution.h"
#include "core/theory/jacobian_equation.h"

namespace stepzero {

struct JacobianAtom {
    double ln_lambda, mass;   ///< ln λ without the origin; mass in units of the number of singular values
};

/// Returns the density per unit of log10 s at increasing log10 s. `upper` is ln of the largest eigenvalue, and `mass`
/// what the atoms and zero leave. Throws Stopped.
Curve jacobian_density(const JacobianEquation& equation, const std::vector<JacobianAtom>& atoms, double upper,
    double mass, const Context& context);

}   // namespace stepzero
