// SPDX-License-Identifier: GPL-3.0-or-later
// Interprets the values of a study's list: the variable they belong to, their meaning, and their labels.
#pragma once

#include <string>
#include <vector>

#include "core/study/grid/grid.h"
#include "core/study/grid/variables.h"

namespace stepzero {

/// Returns the variable with the path of the list that allows all of its values; nullptr when there is none.
const Variable* variable_of(const GridAxis& axis, const std::vector<Variable>& all);

/// Returns short, unique labels, one per value: "He (Kaiming) normal", "Normal, std 0.02", "tanh", "0.5".
std::vector<Text> labels_of(const std::vector<Json>& values, const Variable& variable);
/// Returns the same in English, as in a study's file.
std::vector<std::string> file_labels_of(const std::vector<Json>& values, const Variable& variable);

/// Returns the number that a value of a variable of kind `number` represents. Precondition: it is one by variable_of().
double number_of(const Json& value);

/// Read {"scheme": "normal", "std": 0.02} and {"name": "elu", "alpha": 1}, or a plain word. Missing parameters have
/// their defaults.
Initializer initializer_of(const Json& value);
Activation activation_of(const Json& value);
/// Returns a plain word when there are no parameters.
Json value_of(const Activation& activation);

}   // namespace stepzero
