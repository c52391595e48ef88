// SPDX-License-Identifier: GPL-3.0-or-later
// Computes the studies of a lesson's steps, and checks their claims and numbers.
#pragma once

#include "core/study/lesson/lesson.h"
#include "core/study/make_study.h"

namespace stepzero {

/// Returns the focus of the figures of a step. A step without a layer keeps that of the previous step. A comparison is
/// part of a figure's view.
Focus focus_of(const Lesson& lesson, std::size_t step);

/// Returns the step whose figures are shown: a step without figures keeps those of the previous step.
const LessonStep& step_of_figures(const Lesson& lesson, std::size_t step);

/// Returns the full study of a step. `previous`: study of another step, or null. Throws what full_study() throws.
StudyPtr step_study(
    const Lesson& lesson, std::size_t step, const StudyPtr& previous, StudyCaches& caches, const Context& context);

/// Returns the studies of all steps, each derived from the previous one.
std::vector<StudyPtr> lesson_studies(const Lesson& lesson, StudyCaches& caches, const Context& context);

/// Returns the problems of a step with its study, as sentences: claims that do not hold or have no value, and missing
/// numbers in texts, in any language.
std::vector<Text> step_problems(const LessonStep& step, const Study& study);

}   // namespace stepzero
