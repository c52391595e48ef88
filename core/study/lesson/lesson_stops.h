// SPDX-License-Identifier: GPL-3.0-or-later
// The stops of the controls of a lesson's steps. The window moves a control freely; a handout has a slider with a few
// stops, whose studies are computed in advance.
#pragma once

#include <optional>
#include <vector>

#include "core/study/grid/sweep.h"
#include "core/study/lesson/lesson.h"
#include "core/study/make_study.h"

namespace stepzero {

/// The stops of one step.
struct StepStops {
    Sweep sweep;   ///< the path may also be "layer", the chosen layer
    std::vector<StudyPtr> studies;   ///< one per value
    std::size_t start = 0;   ///< index of the step's own value, or of the closest one
};

/// Returns the values of a step's control, at most a dozen, including the step's own. Absent where the control is not a
/// setting of the experiment, a layer or a training step.
std::optional<Sweep> control_sweep(const LessonStep& step);

/// Returns the stops of all steps with such a control and figures; absent for the others. Throws what full_study()
/// throws.
std::vector<std::optional<StepStops>> lesson_stops(const Lesson& lesson, StudyCaches& caches, const Context& context);

}   // namespace stepzero
