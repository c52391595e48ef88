// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/lesson/lesson_study.h"

#include "core/base/words/words.h"
#include "core/study/lesson/exercise.h"

namespace stepzero {

Focus focus_of(const Lesson& lesson, std::size_t step)
{
    Focus focus;
    focus.step = lesson.steps[step].step;
    std::size_t named = step;
    while (named > 0 && !lesson.steps[named].layer)
        --named;
    focus.layer = lesson.steps[named].layer.value_or(focus.layer);
    for (const LessonFigure& figure : lesson.steps[step].figures)
        if (const Json* name = figure.view ? figure.view->find("comparison") : nullptr)
            focus.comparison = name->text;
    return focus;
}

const LessonStep& step_of_figures(const Lesson& lesson, std::size_t step)
{
    while (step > 0 && lesson.steps[step].figures.empty())
        --step;
    return lesson.steps[step];
}

std::vector<StudyPtr> lesson_studies(const Lesson& lesson, StudyCaches& caches, const Context& context)
{
    std::vector<std::pair<Experiment, Focus>> all;
    for (std::size_t i = 0; i < lesson.steps.size(); ++i)
        all.emplace_back(lesson.steps[i].experiment, focus_of(lesson, i));
    return full_studies(all, caches, context);
}

std::optional<Text> exercise_problem(
    const LessonStep& step, const StudyPtr& study, StudyCaches& caches, const Context& context)
{
    if (!step.exercise)
        return {};
    if (const auto* asked = std::get_if<NumberExercise>(&*step.exercise)) {
        const auto expected = expected_number(*asked, *study);
        const auto* problem = std::get_if<Text>(&expected);
        return problem ? std::optional(*problem) : std::nullopt;
    }
    const auto& goal = std::get<GoalExercise>(*step.exercise);
    if (check_goal(goal, step.experiment, *study).claim.holds)
        return tr("the goal %1 is reached before anything is changed", quote(goal.goal));
    const auto end = solved(goal, step.experiment);
    if (const auto* problems = std::get_if<Problems>(&end))
        return with_path(problems->front());
    const StudyPtr after = full_study({std::get<Experiment>(end), 1, {}, nullptr, {}}, caches, context);
    const GoalResult result = check_goal(goal, step.experiment, *after);
    if (result.reached)
        return {};
    return tr("the solution does not reach the goal %1: %2", quote(goal.goal),
        result.claim.problem.empty() ? Text::name(claim_numbers(result.claim)) : result.claim.problem);
}

}   // namespace stepzero
