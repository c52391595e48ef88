// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/lesson/exercise.h"

#include <cmath>

#include "core/base/json/json_path.h"
#include "core/base/json/write_json.h"
#include "core/base/words/words.h"
#include "core/files/experiment_json.h"
#include "core/study/grid/difference.h"
#include "core/study/lesson/lesson_text.h"
#include "core/study/lesson/lesson_value.h"

namespace stepzero {

std::variant<ExpectedNumber, Text> expected_number(const NumberExercise& exercise, const Study& study)
{
    try {
        ExpectedNumber expected {value_or_throw(exercise.number, study)};
        const double away = std::abs(expected.number) * exercise.percent / 100;
        const bool bounded = !exercise.low.empty();
        expected.low = bounded ? value_or_throw(exercise.low, study) : expected.number - away;
        expected.high = bounded ? value_or_throw(exercise.high, study) : expected.number + away;
        if (expected.low <= expected.number && expected.number <= expected.high)
            return expected;
        return tr("%1 = %2 is not between %3 and %4", exercise.number, number_text(expected.number),
            number_text(expected.low), number_text(expected.high));
    } catch (const LessonSentence& sentence) {
        return sentence.text();
    }
}

GoalResult check_goal(const GoalExercise& exercise, const Experiment& own, const Study& study)
{
    GoalResult result {.claim = check_claim(exercise.goal, study), .changed = changed_settings(own, study.experiment)};
    result.too_many = exercise.changes > 0 && int(result.changed.size()) > exercise.changes;
    result.reached = result.claim.holds && !result.too_many;
    return result;
}

std::variant<Experiment, Problems> solved(const GoalExercise& exercise, const Experiment& own)
{
    Json experiment = json_of(own);
    Problems problems;
    for (std::size_t i = 0; i < exercise.solution.keys.size(); ++i) {
        const std::string& path = exercise.solution.keys[i];
        if (!is_path(path))
            problems.push_back({path, tr("must be a path such as %1", "\"network.depth\"")});
        else if (Text problem = put_value(experiment, path, exercise.solution.items[i]); !problem.empty())
            problems.push_back({path, std::move(problem)});
    }
    if (!problems.empty())
        return problems;
    return parse_experiment(json_lines(experiment));
}

}   // namespace stepzero
