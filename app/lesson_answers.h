// SPDX-License-Identifier: GPL-3.0-or-later
// The answers that readers gave to the exercises of lessons, as tables without names of persons.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace stepzero {

struct LessonAnswer {
    std::string lesson;   ///< name, or title for a lesson from a file
    int step = 0;   ///< from 1
    std::string title;   ///< of the step
    std::string answer;   ///< the last one
    bool right = false;
    int tries = 0;
};

/// Adds an answer, or replaces the previous one of the same step and counts it. Later tries of an exercise that is
/// already right change nothing.
void add_answer(std::vector<LessonAnswer>& answers, LessonAnswer answer);

/// Returns CSV with a header: lesson, step, title, answer, right (1 or 0), tries.
std::string answers_csv(const std::vector<LessonAnswer>& answers);
/// Reads such a table. Throws FormatError, which names the line.
std::vector<LessonAnswer> read_answers(std::string_view csv);

/// Returns CSV with a row for each exercise that anybody answered, by lesson and step: lesson, step, title, answered,
/// right, right_at_once (numbers of readers), mean_tries, and wrong: the most frequent wrong answer.
std::string class_csv(const std::vector<std::vector<LessonAnswer>>& readers);

}   // namespace stepzero
