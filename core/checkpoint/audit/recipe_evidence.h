// SPDX-License-Identifier: GPL-3.0-or-later
// Measures how strongly the entries of one tensor support a recipe. The recipe's distribution competes with "something
// else": any known shape at the entries' own mean and scale, penalized for being fitted. Each tensor may be something
// else with a fixed probability, whatever the recipe. Thus no single tensor, however wrong, can decide against a
// recipe.
#pragma once

#include "core/checkpoint/audit/entry_law.h"
#include "core/checkpoint/audit/tensor_numbers.h"
#include "core/checkpoint/element_type.h"

namespace stepzero {

/// Prior probability that a tensor does not follow its recipe.
inline constexpr double something_else = 0.01;

/// Returns ln of the likelihood ratio of the recipe to something else, from ln(something_else) to about 20. It is 0
/// when nothing is known of the tensor. The model is a mixture (1 − ε)·recipe + ε·something else. At most some ten
/// thousand entries count, so that a distribution accurate to a hundredth fits even in the largest tensors.
/// `otherwise`: likelihood_otherwise() of the part.
double recipe_evidence(const PartNumbers& part, const EntryLaw& law, ElementType type, double otherwise);

/// Returns ln of the entries' likelihood under something else; meaningless when they have no spread.
double likelihood_otherwise(const PartNumbers& part);

}   // namespace stepzero
