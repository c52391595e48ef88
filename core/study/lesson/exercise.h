// SPDX-License-Identifier: GPL-3.0-or-later
// Judges the exercises of lessons: a number that the reader names, or an experiment that the reader changes.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "core/base/words/problem.h"
#include "core/study/lesson/lesson.h"
#include "core/study/lesson/lesson_claim.h"

namespace stepzero {

struct ExpectedNumber {
    double number = 0, low = 0, high = 0;
};
/// Returns the number and the bounds, or a sentence: a part that has no value in the study, or bounds in disorder.
std::variant<ExpectedNumber, Text> expected_number(const NumberExercise& exercise, const Study& study);

struct GoalResult {
    bool reached = false;
    ClaimResult claim {};
    std::vector<std::string> changed {};   ///< see changed_settings()
    bool too_many = false;   ///< more than the exercise allows
};
/// `own`: the step's experiment; `study`: a full study of the reader's.
GoalResult check_goal(const GoalExercise& exercise, const Experiment& own, const Study& study);

/// Returns the step's experiment with the values of the solution.
std::variant<Experiment, Problems> solved(const GoalExercise& exercise, const Experiment& own);

}   // namespace stepzero
