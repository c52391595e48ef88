// SPDX-License-Identifier: GPL-3.0-or-later
// The exercise of a lesson's step as JSON: {"number": "signal(10)", "within": 5}, or with theory's band {"number": …,
// "between": ["signal_low(10)", "signal_high(10)"]}, or {"goal": CLAIM, "changes": 1, "solution": {PATH: VALUE}}.
#pragma once

#include <optional>

#include "core/base/json/json_fields.h"
#include "core/study/lesson/lesson.h"

namespace stepzero {

/// Reads the member "exercise" of a step, if there is one. Expressions are parsed but not evaluated. `own`: the step's
/// experiment if it is valid, else null; the solution is then not tried.
std::optional<Exercise> read_exercise(const JsonFields& step, const Experiment* own, Problems& problems);

Json json_of(const Exercise& exercise);

}   // namespace stepzero
