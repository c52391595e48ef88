// SPDX-License-Identifier: GPL-3.0-or-later
// Parts that all writers of framework code share: Python text for numbers, inputs and activations, and the reduction of
// schemes to a few forms. Internal to core/kinds.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/words/python_text.h"
#include "core/network/experiment/experiment.h"
#include "core/network/init/parameter_plan.h"
#include "core/network/init/scheme.h"
#include "core/network/init/variance_scaling.h"

namespace stepzero {

/// Returns the function `sample_input()`, which returns a NumPy array of the experiment's input with `width` numbers
/// per sample.
std::string python_input(const Experiment& experiment, const std::string& width = "WIDTHS[0]");

/// Returns an expression that reads the array of a .csv file and skips its header.
std::string python_csv(const std::string& file, const std::string& type);

/// Returns the variance scaling of a scheme with a fan and independent entries, or nullopt when the scheme misreads the
/// layout of its matrix.
std::optional<VarianceScaling> variance_scaling_of(const Initializer& initializer, Role role);

/// Returns the format that entries are rounded to, by the name that all three frameworks use; nullopt without rounding.
std::optional<std::string> rounded_to(const Initializer& initializer);

/// Returns any other scheme as a draw; a draw with scale 0 becomes a constant.
Draw plain_draw(const Initializer& initializer, Shape shape, Role role);

using Lines = PythonLines;

/// The initializer of a tensor.
struct LawCode {
    Initializer initializer;
    Shape shape;
    Role role = Role::weight;
    SharedLaw typed {};   ///< what `initializer` was evaluated from; absent: plain numbers
    /// Variables of expressions that the code already defines, with their names there. It must define the others.
    std::map<std::string, std::string> variables {};
};

/// Returns comments with the expressions of an initializer whose numbers are written as values.
Lines typed_comments(const SharedLaw& typed);

/// Returns whether statements use a variable, outside of comments.
bool names_variable(const Lines& lines, std::string_view variable);

/// Joins lines, each indented by `levels` times four spaces.
std::string indented(const Lines& lines, int levels);

/// Returns whether the statements use this variable, and do not only name a mode of the same name.
bool names_fan(const Lines& fill, const std::string& fan);

/// Returns the helper functions that the lines call, from `helpers` (name → Python text).
std::string helpers_used(const std::map<std::string, std::string>& helpers, const Lines& lines);

}   // namespace stepzero
