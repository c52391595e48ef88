// SPDX-License-Identifier: GPL-3.0-or-later
// How much the entries of one tensor speak for a recipe. A recipe says a law; against it stands "something else": a law
// of any known shape at the entries' own mean and scale, which has to pay for being fitted. Each tensor may be
// something else with a fixed probability whatever the recipe, so that no tensor, however wrong, says more against a
// recipe than that: one fault cannot choose it.
#pragma once

#include "core/checkpoint/audit/entry_law.h"
#include "core/checkpoint/audit/tensor_numbers.h"
#include "core/checkpoint/element_type.h"

namespace stepzero {

/// The probability that a tensor is not what its recipe says, before it is looked at.
inline constexpr double something_else = 0.01;

/// ln of the entries' likelihood by the recipe, over that by something else: from ln(something_else) to about 20. 0
/// where nothing is known of the tensor. A mixture (1 − ε)·law + ε·something else; entries beyond some ten thousand
/// count no further, so that a law which is right to a hundredth stays right in the largest of tensors. `otherwise`:
/// likelihood_otherwise() of the part.
double recipe_evidence(const PartNumbers& part, const EntryLaw& law, ElementType type, double otherwise);

/// ln of the entries' likelihood by something else; of no meaning where they have no spread.
double likelihood_otherwise(const PartNumbers& part);

}   // namespace stepzero
