// SPDX-License-Identifier: GPL-3.0-or-later
// Evaluates a law of a family file for one tensor. The result is the expected initialization, with the numbers of this
// model and the fans of this tensor.
#pragma once

#include <functional>

#include "core/checkpoint/audit/family_file.h"
#include "core/checkpoint/audit/recipe_number.h"

namespace stepzero {

/// Absent when a number has no value, or a value that its scheme does not allow. `variables`: of the model, and
/// `block`; fans are added. `columns`: length of a row of the tensor.
std::optional<Expected> expected_of(
    const FamilyLaw& law, RecipeVariables variables, const Shape& shape, Role role, std::uint64_t columns);

/// Formats an initializer with all its numbers: "0.02", "0.02 truncated at ±3 σ", "kaiming_normal (mode fan_out)".
/// `number` formats each parameter.
std::string initializer_formula(
    const Initializer& initializer, const std::function<std::string(const std::string& parameter)>& number);

}   // namespace stepzero
