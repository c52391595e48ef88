// SPDX-License-Identifier: GPL-3.0-or-later
// Muon, an optimizer that orthogonalizes the updates of matrices in blocks. This header defines which parameters it
// trains, and its orthogonalization.
#pragma once

#include "core/base/run/context.h"
#include "core/network/init/noise.h"
#include "core/network/init/parameter_plan.h"

namespace stepzero {

/// Returns whether Muon trains a parameter, that is, a matrix in a block. AdamW trains the others.
bool is_orthogonalized(const ParameterPlan& plan);

/// Returns a matrix close to the orthogonal factor U Vᵀ: its singular values become about 0.7 to 1.2. It uses five
/// steps of X ← a X + (b X Xᵀ + c (X Xᵀ)²) X with (a, b, c) = (3.4445, −4.7750, 2.0315), from X/(‖X‖_F + 1e-7). This
/// runs in float32; the published version uses bf16. Jordan et al.: Muon: an optimizer for hidden layers in neural
/// networks. 2024. Throws Stopped.
WeightMatrix orthogonalized(const WeightMatrix& matrix, const Context& context);

}   // namespace stepzero
