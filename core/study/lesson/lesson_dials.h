// SPDX-License-Identifier: GPL-3.0-or-later
// The dials of a lesson's step: in JSON, a list of paths or of {"control": "network.depth", "values": "1 .. 50"}.
#pragma once

#include <optional>
#include <vector>

#include "core/base/json/json_fields.h"
#include "core/study/lesson/lesson.h"

namespace stepzero {

/// Reads the member "dials" of a step, if there is one. `own`: the step's experiment if it is valid, else null; the
/// dials are then not tried.
std::vector<LessonDial> read_dials(const JsonFields& step, const Experiment* own, Problems& problems);

Json json_of(const std::vector<LessonDial>& dials);

/// Returns why a dial cannot be moved in a valid experiment, as a sentence fragment about its path or its values.
std::optional<Problem> dial_problem(const Experiment& experiment, const LessonDial& dial);

/// Returns the controls of a step in a presentation: its dials, or else its control with its range, as far as
/// `experiment` has these parameters.
std::vector<LessonDial> dials_of(const LessonStep& step, const Experiment& experiment);

}   // namespace stepzero
