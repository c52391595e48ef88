// SPDX-License-Identifier: GPL-3.0-or-later
// What a law of a family says of a tensor.
#pragma once

#include <functional>

#include "core/checkpoint/audit/family_file.h"
#include "core/checkpoint/audit/recipe_number.h"

namespace stepzero {

/// Absent where a number has no value, or one that its scheme does not allow. `variables`: those of the model and
/// `block`; the fans are added. `columns`: of a row of the tensor.
std::optional<Expected> expected_of(
    const FamilyLaw& law, RecipeVariables variables, const Shape& shape, Role role, std::uint64_t columns);

/// What people read of an initializer with all its numbers: "0.02", "0.02 truncated at ±3 σ", "kaiming_normal (mode
/// fan_out)"; `number` writes one of them.
std::string initializer_formula(
    const Initializer& initializer, const std::function<std::string(const std::string& parameter)>& number);

}   // namespace stepzero
