// SPDX-License-Identifier: GPL-3.0-or-later
// Experiments as JSON text ("stepzero-experiment", version 1). Reading is strict: unknown keys, duplicate keys, wrong
// types, values out of range and NaN are problems, and all problems of a file are reported together. Numbers are
// independent of the locale.
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "core/base/json/json.h"
#include "core/base/words/problem.h"
#include "core/network/experiment/experiment.h"

namespace stepzero {

/// Returns the experiment, or at least one problem. Parameters of schemes and activations are complete, and overrides
/// are sorted. An input_width equal to the first layer's width becomes the default, which follows that width. Relative
/// paths are unchanged: see experiment_file.h.
std::variant<Experiment, std::vector<Problem>> parse_experiment(std::string_view text);

/// Does the same for an experiment inside another file, without format and version.
std::variant<Experiment, std::vector<Problem>> experiment_of(const Json& object);

/// Reads a scheme or an activation. Names are not looked up. Syntax errors are added to `problems` at `path`, and the
/// given value is returned.
Initializer read_initializer(const Json& json, const std::string& path, Initializer initializer, Problems& problems);
Activation read_activation(const Json& json, const std::string& path, Activation activation, Problems& problems);

/// Returns the experiment with all values, indented by two spaces, ending in a newline. parse(format(e)) == e for a
/// valid e in the form that parse_experiment returns. If there is an input file, the distribution it replaces is
/// omitted.
std::string format_experiment(const Experiment& experiment);
Json json_of(const Experiment& experiment);   ///< the same, to embed in another file
/// Returns whether a key is "format" or "version", which experiments inside another file do not have.
bool is_header_key(std::string_view key);

/// Returns {"scheme": "normal", "mean": 0, "std": 1}: the name and all parameters, including defaults.
Json json_of(const Initializer& initializer);
Json json_of(const Activation& activation);

}   // namespace stepzero
