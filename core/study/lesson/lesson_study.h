// SPDX-License-Identifier: GPL-3.0-or-later
// The studies that a lesson looks at.
#pragma once

#include "core/study/lesson/lesson.h"
#include "core/study/make_study.h"

namespace stepzero {

/// What the figures of a step look at: a layer that it does not name is that of the step before. What they compare is
/// in the view of one.
Focus focus_of(const Lesson& lesson, std::size_t step);

/// The step whose figures are shown in a step: one that names none leaves those of the step before.
const LessonStep& step_of_figures(const Lesson& lesson, std::size_t step);

/// The full study of a step. `previous`: of another step, or null. Throws what full_study() throws.
StudyPtr step_study(
    const Lesson& lesson, std::size_t step, const StudyPtr& previous, StudyCaches& caches, const Context& context);

/// Those of all steps, each from the one before.
std::vector<StudyPtr> lesson_studies(const Lesson& lesson, StudyCaches& caches, const Context& context);

/// What is wrong with a step as its study has it: claims that do not hold or have no value, and numbers in texts, in
/// any language, that are not there; each a sentence.
std::vector<Text> step_problems(const LessonStep& step, const Study& study);

}   // namespace stepzero
