// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/lesson/lesson.h"

#include <array>
#include <cmath>
#include <cstdio>

#include "app/commands/command.h"
#include "app/commands/interrupt.h"
#include "app/commands/output.h"
#include "app/commands/progress_line.h"
#include "app/commands/source.h"
#include "core/base/words/shown_text.h"
#include "core/study/lesson/lesson_claim.h"
#include "core/study/lesson/lesson_json.h"
#include "core/study/lesson/lesson_study.h"

namespace stepzero {

namespace {

/// Labels of the list are English in every language.
std::string label(const Text& text) { return text.english(); }

/// Returns a text such as "412 words, 3:10 min".
Text duration_text(const Spoken& spoken, const std::string& language)
{
    const int seconds = int(std::lround(60 * spoken.minutes));
    std::array<char, 32> time {};
    std::snprintf(time.data(), time.size(), "%d:%02d", seconds / 60, seconds % 60);
    return counts_characters(language) ? tr("%1 characters, %2 min", spoken.words, time.data())
                                       : tr("%1 words, %2 min", spoken.words, time.data());
}

/// Returns the list of lessons by section.
std::string list(const std::string& language)
{
    std::size_t longest = 0;
    for (const Lesson& lesson : lessons())
        longest = std::max(longest, lesson.name.size());
    std::string lines, section;
    Spoken all;
    for (const Lesson& lesson : lessons()) {
        if (lesson.section.in(language) != section)
            lines += (lines.empty() ? "" : "\n") + (section = lesson.section.in(language)) + "\n";
        const Spoken own = spoken(lesson, language);
        all = {all.words + own.words, all.minutes + own.minutes};
        lines += "  " + padded(lesson.name, longest + 2)
            + label(tr("%1 (%2 {step|steps}, %3)", lesson.title.in(language), lesson.steps.size(),
                duration_text(own, language)))
            + "\n";
    }
    return lines + "\n" + label(tr("Reading time: %1", duration_text(all, language))) + "\n";
}

struct Count {
    int hold = 0, fail = 0;
};

std::string lines_of(const Lesson& lesson, std::size_t i, const Study& study,
    const std::optional<Text>& exercise_problem, const std::string& language, Count& count)
{
    constexpr std::size_t mark_width = 16;
    const LessonStep& step = lesson.steps[i];
    std::string lines = label(tr("%1 of %2", i + 1, lesson.steps.size())) + "  " + step.title.in(language) + "  ("
        + label(duration_text(spoken(step, language), language)) + ")\n";
    const auto add = [&](const Text& mark, const std::string& text) {
        lines += "  " + padded(label(mark), mark_width) + text + "\n";
    };
    for (const LessonClaim& claim : step.claims) {
        const ClaimResult result = check_claim(claim.that, study);
        const std::string numbers = result.problem.empty() ? claim_numbers(result) : label(result.problem);
        ++(result.holds ? count.hold : count.fail);
        add(result.holds                 ? tr("ok")
                : result.problem.empty() ? tr("does not hold")
                                         : tr("no number"),
            with_numbers(claim.text.in(language), &study).text + "  [" + numbers + "]");
    }
    for (const LessonText* text : numbered_texts(step))
        for (const Text& problem : with_numbers(text->in(language), &study).problems) {
            ++count.fail;
            add(tr("no number"), label(problem));
        }
    if (step.exercise) {
        ++(exercise_problem ? count.fail : count.hold);
        add(exercise_problem ? tr("no exercise") : tr("ok"),
            exercise_problem ? label(*exercise_problem) : label(tr("the exercise has its solution")));
    }
    return lines;
}

void run_lesson(const Arguments& arguments)
{
    const std::string language = arguments.value("--language").value_or(lesson_languages().front());
    if (arguments.words.empty())
        return write_result("-", list(language));
    const Lesson lesson = lesson_in(source_text(arguments.words.front()));
    std::string lines = lesson.title.in(language) + "\n";
    Count count;
    {
        const Interrupt interrupt;
        ProgressLine line;
        StudyCaches caches(noise_bytes);
        const std::vector<StudyPtr> studies = lesson_studies(lesson, caches, {interrupt.token(), line.part(0, 1)});
        for (std::size_t i = 0; i < lesson.steps.size(); ++i)
            lines += lines_of(lesson, i, *studies[i],
                exercise_problem(lesson.steps[i], studies[i], caches, {interrupt.token(), {}}), language, count);
    }
    lines += label(tr("Reading time: %1; %2 {check passed|checks passed}, %3 failed",
                 duration_text(spoken(lesson, language), language), count.hold, count.fail))
        + "\n";
    write_result("-", shown_lines(lines));
    if (count.fail > 0)
        throw BadVerdict();
}

}   // namespace

Command command_lesson()
{
    return {"lesson", "[FILE]", 0, 1, tr("check a lesson, or list those that come with the program"),
        {{"--language", "", "NAME", tr("the language of the titles and texts: en or zh (default: en)"),
            lesson_languages()}},
        tr("Runs the experiment of every step and checks every claim, number and exercise. Exit status 1: a claim\n"
           "does not hold, a number is missing, or the solution of an exercise does not reach its goal. FILE is a\n"
           "lesson file, a lesson's name, or - for standard input. Reading times assume 130 words per minute, or 200\n"
           "Chinese characters.\n"
           "\n"
           "Examples:\n"
           "  stepzero lesson\n"
           "  stepzero lesson 00-tour\n"),
        run_lesson};
}

}   // namespace stepzero
