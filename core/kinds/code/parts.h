// SPDX-License-Identifier: GPL-3.0-or-later
// What the writers of framework code share: Python text for numbers, inputs and activations, and schemes reduced to few
// forms. Internal to core/kinds.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/base/words/python_text.h"
#include "core/network/experiment/experiment.h"
#include "core/network/init/scheme.h"
#include "core/network/init/variance_scaling.h"

namespace stepzero {

/// The function `sample_input()`, which returns a NumPy array of the experiment's input, `width` numbers a sample.
std::string python_input(const Experiment& experiment, const std::string& width = "WIDTHS[0]");

/// The array of a .csv file, behind its header.
std::string python_csv(const std::string& file, const std::string& type);

/// Returns the variance scaling of a scheme with a fan and independent entries; none if the scheme misreads the layout
/// of its matrix.
std::optional<VarianceScaling> variance_scaling_of(const Initializer& initializer, Role role);

/// Whether the entries are rounded, and the format's name, which is that of all three frameworks.
std::optional<std::string> rounded_to(const Initializer& initializer);

/// Everything else, as a draw; one of scale 0 becomes the constant that it is.
Draw plain_draw(const Initializer& initializer, Shape shape, Role role);

using Lines = PythonLines;

/// Lines joined, each moved in by `levels` times four spaces.
std::string indented(const Lines& lines, int levels);

/// Whether the statements take this variable, and not only name a mode of that name.
bool names_fan(const Lines& fill, const std::string& fan);

/// Helper functions that the lines call: of `helpers` (name → Python text) those whose name occurs.
std::string helpers_used(const std::map<std::string, std::string>& helpers, const Lines& lines);

}   // namespace stepzero
