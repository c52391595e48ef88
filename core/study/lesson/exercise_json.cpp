// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/lesson/exercise_json.h"

#include "core/base/words/words.h"
#include "core/study/grid/difference.h"
#include "core/study/lesson/exercise.h"
#include "core/study/lesson/lesson_claim.h"
#include "core/study/lesson/lesson_value.h"

namespace stepzero {

namespace {

constexpr NumberRange percents {1e-6, 100};
constexpr NumberRange change_counts {1, 100};

void check_expression(const std::string& path, const std::string& expression, Problems& problems)
{
    if (const auto problem = expression_problem(expression))
        problems.push_back({path, *problem});
}

NumberExercise read_number(const JsonFields& fields, Problems& problems)
{
    NumberExercise exercise;
    fields.read("number", exercise.number);
    check_expression(fields.path("number"), exercise.number, problems);
    if (fields.find("within") && fields.find("between"))
        problems.push_back({fields.path("within"), tr("cannot be combined with %1", "between")});
    else if (!fields.find("within") && !fields.find("between"))
        problems.push_back({fields.path("within"), tr("is required where there is no %1", "between")});
    if (fields.find("within")) {
        fields.read("within", exercise.percent);
        if (!percents.holds(exercise.percent))
            problems.push_back({fields.path("within"), range_message(percents, exercise.percent)});
    }
    if (!fields.find("between"))
        return exercise;
    const std::vector<std::string> ends = fields.texts("between");
    if (ends.size() != 2) {
        problems.push_back({fields.path("between"),
            tr("must be two expressions such as %1", "[\"signal_low(10)\", \"signal_high(10)\"]")});
        return exercise;
    }
    exercise.low = ends[0];
    exercise.high = ends[1];
    for (std::size_t i = 0; i < ends.size(); ++i)
        check_expression(item_path(fields.path("between"), i), ends[i], problems);
    return exercise;
}

GoalExercise read_goal(const JsonFields& fields, const Experiment* own, Problems& problems)
{
    GoalExercise exercise;
    fields.required({"goal", "solution"});
    fields.read("goal", exercise.goal);
    if (const auto problem = claim_problem(exercise.goal))
        problems.push_back({fields.path("goal"), *problem});
    if (fields.find("changes"))
        fields.read("changes", change_counts, exercise.changes);
    const Json* solution = fields.object("solution");
    if (!solution)
        return exercise;
    exercise.solution = *solution;
    if (!own)
        return exercise;
    const auto end = solved(exercise, *own);
    if (const auto* wrong = std::get_if<Problems>(&end)) {
        for (const Problem& problem : *wrong)
            problems.push_back({fields.path("solution"), with_path(problem)});
    } else if (const auto changed = changed_settings(*own, std::get<Experiment>(end)); changed.empty()) {
        problems.push_back({fields.path("solution"), tr("must change the step's experiment")});
    } else if (exercise.changes > 0 && int(changed.size()) > exercise.changes) {
        problems.push_back({fields.path("solution"),
            tr("changes %1 settings, more than the %2 allowed: %3", changed.size(), exercise.changes,
                list_text(changed))});
    }
    return exercise;
}

}   // namespace

std::optional<Exercise> read_exercise(const JsonFields& step, const Experiment* own, Problems& problems)
{
    const Json* given = step.object("exercise");
    if (!given)
        return std::nullopt;
    const JsonFields fields(*given, step.path("exercise"), problems);
    if (!step.find("question"))
        problems.push_back({step.path("question"), tr("is required where there is %1", "exercise")});
    if (given->find("goal")) {
        fields.known({"goal", "changes", "solution"});
        return read_goal(fields, own, problems);
    }
    fields.known({"number", "within", "between"});
    if (!given->find("number")) {
        problems.push_back({step.path("exercise"), tr("must have %1 or %2", "number", "goal")});
        return std::nullopt;
    }
    return read_number(fields, problems);
}

Json json_of(const Exercise& exercise)
{
    if (const auto* goal = std::get_if<GoalExercise>(&exercise)) {
        Json json = json_object({{"goal", json_of(goal->goal)}});
        if (goal->changes > 0)
            json.add("changes", json_of(goal->changes));
        json.add("solution", goal->solution);
        return json;
    }
    const auto& number = std::get<NumberExercise>(exercise);
    Json json = json_object({{"number", json_of(number.number)}});
    if (number.low.empty())
        json.add("within", json_of(number.percent));
    else
        json.add("between", json_of(std::vector {number.low, number.high}));
    return json;
}

}   // namespace stepzero
