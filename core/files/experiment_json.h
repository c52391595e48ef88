// SPDX-License-Identifier: GPL-3.0-or-later
// Experiments as JSON text ("stepzero-experiment", version 1). Strict: unknown keys, duplicate keys, wrong
// types, values out of range and NaN are problems, all of a file at once. Numbers ignore the locale.
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "core/base/json/json.h"
#include "core/base/words/problem.h"
#include "core/network/experiment/experiment.h"

namespace stepzero {

/// The experiment, or at least one problem. Parameters of schemes and activations are completed, overrides
/// sorted; an input_width equal to the first layer's width is the default, which follows that width.
/// Relative files are left as they are: see experiment_file.h.
std::variant<Experiment, std::vector<Problem>> parse_experiment(std::string_view text);

/// The same of an experiment that stands in another file, without format and version.
std::variant<Experiment, std::vector<Problem>> experiment_of(const Json& object);

/// What stands in a file for a scheme or an activation. Its names are not looked up; what is wrong with its form is
/// told of `path` in `problems`, and then it is as given.
Initializer read_initializer(const Json& json, const std::string& path, Initializer initializer, Problems& problems);
Activation read_activation(const Json& json, const std::string& path, Activation activation, Problems& problems);

/// The experiment with every value named, two-space indented, ending in a newline. parse(format(e)) == e
/// for a valid e in the form that parse_experiment gives. An input file is named without the distribution
/// that it stands in for.
std::string format_experiment(const Experiment& experiment);
Json json_of(const Experiment& experiment);   ///< the same, to stand in another file

/// {"scheme": "normal", "mean": 0, "std": 1}: the name and all parameters, at their defaults where none are given.
Json json_of(const Initializer& initializer);
Json json_of(const Activation& activation);

}   // namespace stepzero
