// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/lesson/lesson_study.h"

#include "core/base/words/words.h"
#include "core/study/lesson/lesson_claim.h"

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

StudyPtr step_study(
    const Lesson& lesson, std::size_t step, const StudyPtr& previous, StudyCaches& caches, const Context& context)
{
    return full_study({lesson.steps[step].experiment, step + 1, focus_of(lesson, step), previous, {}}, caches, context);
}

std::vector<StudyPtr> lesson_studies(const Lesson& lesson, StudyCaches& caches, const Context& context)
{
    std::vector<std::pair<Experiment, Focus>> all;
    for (std::size_t i = 0; i < lesson.steps.size(); ++i)
        all.emplace_back(lesson.steps[i].experiment, focus_of(lesson, i));
    return full_studies(all, caches, context);
}

std::vector<Text> step_problems(const LessonStep& step, const Study& study)
{
    std::vector<Text> problems;
    for (const LessonClaim& claim : step.claims) {
        const ClaimResult result = check_claim(claim.that, study);
        if (!result.problem.empty())
            problems.push_back(tr("claim %1: %2", quote(claim.that), result.problem));
        else if (!result.holds)
            problems.push_back(tr("claim %1 does not hold: %2", quote(claim.that), claim_numbers(result)));
    }
    for (const LessonText* text : numbered_texts(step))
        for (const auto& [language, words] : text->by)
            for (const Text& problem : with_numbers(words, &study).problems)
                problems.push_back(problem);
    return problems;
}

}   // namespace stepzero
