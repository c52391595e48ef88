// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lesson_answers.h"

#include <algorithm>

#include "core/base/formats/csv_table.h"

namespace stepzero {

void add_answer(std::vector<LessonAnswer>& answers, LessonAnswer answer)
{
    const auto found = std::ranges::find_if(
        answers, [&](const LessonAnswer& each) { return each.lesson == answer.lesson && each.step == answer.step; });
    answer.tries = 1;
    if (found == answers.end()) {
        answers.push_back(std::move(answer));
    } else if (!found->right) {
        answer.tries += found->tries;
        *found = std::move(answer);
    }
}

std::string answers_csv(const std::vector<LessonAnswer>& answers)
{
    std::vector<std::vector<CsvCell>> rows;
    for (const LessonAnswer& each : answers)
        rows.push_back({{"lesson", each.lesson}, {"step", std::to_string(each.step)}, {"title", each.title},
            {"answer", each.answer}, {"right", each.right ? "1" : "0"}, {"tries", std::to_string(each.tries)}});
    return csv_table(rows);
}

}   // namespace stepzero
