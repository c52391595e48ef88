// SPDX-License-Identifier: GPL-3.0-or-later
// The values of a list: which variable they are of, what they mean, and what people read.
#pragma once

#include <string>
#include <vector>

#include "core/study/grid/grid.h"
#include "core/study/grid/variables.h"

namespace stepzero {

/// The variable that a list is of: its path is the variable's, and so are all its values. nullptr when none is.
const Variable* variable_of(const GridAxis& axis, const std::vector<Variable>& all);

/// Something short for people, one a value, all different: "He (Kaiming) normal", "Normal, std 0.02", "tanh", "0.5".
std::vector<Text> labels_of(const std::vector<Json>& values, const Variable& variable);
/// The same in English, as a study's file has them.
std::vector<std::string> file_labels_of(const std::vector<Json>& values, const Variable& variable);

/// The number that a value of a variable of kind `number` stands for. Precondition: variable_of() said so.
double number_of(const Json& value);

/// {"scheme": "normal", "std": 0.02} and {"name": "elu", "alpha": 1}, or the bare word. Parameters that are missing are
/// at their defaults.
Initializer initializer_of(const Json& value);
Activation activation_of(const Json& value);
/// The bare word where there are no parameters.
Json value_of(const Activation& activation);

}   // namespace stepzero
