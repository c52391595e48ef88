// SPDX-License-Identifier: GPL-3.0-or-later
// Computes the studies of a lesson's steps, and checks their exercises.
#pragma once

#include <optional>

#include "core/study/lesson/lesson.h"
#include "core/study/make_study.h"

namespace stepzero {

/// Returns the focus of the figures of a step. A step without a layer keeps that of the previous step. A comparison is
/// part of a figure's view.
Focus focus_of(const Lesson& lesson, std::size_t step);

/// Returns the step whose figures are shown: a step without figures keeps those of the previous step.
const LessonStep& step_of_figures(const Lesson& lesson, std::size_t step);

/// Returns the studies of all steps, each derived from the previous one.
std::vector<StudyPtr> lesson_studies(const Lesson& lesson, StudyCaches& caches, const Context& context);

/// Returns why the exercise of a step cannot be done, as a sentence: a number without value, a goal that the step's own
/// experiment reaches already, or a solution that does not reach it. `study`: the full study of the step. The solution
/// is run. Returns nothing for a step without an exercise.
std::optional<Text> exercise_problem(
    const LessonStep& step, const StudyPtr& study, StudyCaches& caches, const Context& context);

}   // namespace stepzero
