// SPDX-License-Identifier: GPL-3.0-or-later
// Experiments as JSON text ("stepzero-experiment", version 1). Strict: unknown keys, duplicate keys, wrong
// types, values out of range and NaN are problems, all of a file at once. Numbers ignore the locale.
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "core/experiment/problem.h"

namespace stepzero {

/// The experiment, or at least one problem.
std::variant<Experiment, std::vector<Problem>> parse_experiment(std::string_view text);

/// The experiment with every value named, two-space indented, ending in a newline. parse(format(e)) == e
/// for a valid e whose parameters are completed.
std::string format_experiment(const Experiment& experiment);

}   // namespace stepzero
