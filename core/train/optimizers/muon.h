// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/run/context.h"
#include "core/network/init/noise.h"
#include "core/network/init/parameter_plan.h"

namespace stepzero {

/// Whether Muon trains a parameter: a matrix in a block. AdamW trains the others.
bool is_orthogonalized(const ParameterPlan& plan);

/// Near the orthogonal factor U Vᵀ of a matrix: its singular values go to about 0.7 to 1.2, by five steps of
/// X ← a X + (b X Xᵀ + c (X Xᵀ)²) X with (a, b, c) = (3.4445, −4.7750, 2.0315), from X/(‖X‖_F + 1e-7). In float32,
/// where the published one is in bf16. Jordan et al.: Muon: an optimizer for hidden layers in neural networks. 2024.
/// Throws Stopped.
WeightMatrix orthogonalized(const WeightMatrix& matrix, const Context& context);

}   // namespace stepzero
