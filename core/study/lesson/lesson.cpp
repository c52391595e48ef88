// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/lesson/lesson.h"

#include <algorithm>
#include <cctype>
#include <cmath>

namespace stepzero {

namespace {

void add(Spoken& all, const Spoken& more)
{
    all.words += more.words;
    all.minutes += more.minutes;
}

}   // namespace

const std::vector<std::string>& lesson_languages()
{
    static const std::vector<std::string> all {"en", "zh"};
    return all;
}

const std::vector<std::string>& window_controls()
{
    static const std::vector<std::string> all {"verdict", "layer", "step", "export"};
    return all;
}

const std::string& LessonText::language(std::string_view wanted) const
{
    const std::vector<std::string>& all = lesson_languages();
    if (const auto found = by.find(wanted); found != by.end())
        return found->first;
    const auto first = std::ranges::find_if(all, [this](const std::string& language) { return by.contains(language); });
    return first == all.end() ? all.front() : *first;
}

const std::string& LessonText::in(std::string_view wanted) const
{
    static const std::string none;
    const auto found = by.find(language(wanted));
    return found == by.end() ? none : found->second;
}

std::vector<const LessonText*> numbered_texts(const LessonStep& step)
{
    std::vector<const LessonText*> all {&step.text, &step.formula, &step.question, &step.answer, &step.notes};
    for (const LessonClaim& claim : step.claims)
        all.push_back(&claim.text);
    return all;
}

bool counts_characters(std::string_view language) { return language == "zh"; }

int spoken_words(std::string_view text, std::string_view language)
{
    const bool characters = counts_characters(language);
    int words = 0;
    bool within = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const unsigned char c = static_cast<unsigned char>(text[i]);
        // Three bytes from U+3400 on: ideographs, but not their punctuation at U+3000 and U+FF00.
        const bool ideograph
            = c >= 0xe3 && c <= 0xe9 && !text.substr(i).starts_with("\u3001") && !text.substr(i).starts_with("\u3002");
        if (characters && ideograph) {
            ++words;
            within = false;
        } else if (std::isalnum(c)) {
            words += !within;
            within = true;
        } else if (std::isspace(c)) {
            within = false;
        }
    }
    return words;
}

Spoken spoken(const LessonText& text, std::string_view language)
{
    constexpr double words_a_minute = 130, characters_a_minute = 200;
    // A text missing in this language is read in an available one.
    const std::string& read = text.language(language);
    const int words = spoken_words(text.in(read), read);
    return {words, words / (counts_characters(read) ? characters_a_minute : words_a_minute)};
}

Spoken spoken(const LessonStep& step, std::string_view language)
{
    Spoken all;
    for (const LessonText* text : {&step.title, &step.text, &step.question, &step.answer, &step.notes})
        add(all, spoken(*text, language));
    return all;
}

Spoken spoken(const Lesson& lesson, std::string_view language)
{
    Spoken all;
    for (const LessonStep& step : lesson.steps)
        add(all, spoken(step, language));
    return all;
}

int exercise_count(const Lesson& lesson)
{
    return int(std::ranges::count_if(lesson.steps, [](const LessonStep& step) { return step.exercise.has_value(); }));
}

int lesson_minutes(const Lesson& lesson, std::string_view language)
{
    constexpr double words_a_minute = 220, characters_a_minute = 340, a_step = 0.25, an_exercise = 2;
    double minutes = an_exercise * exercise_count(lesson) + a_step * double(lesson.steps.size());
    const auto read = [&](const LessonText& text) {
        minutes += spoken(text, language).words
            / (counts_characters(text.language(language)) ? characters_a_minute : words_a_minute);
    };
    for (const LessonStep& step : lesson.steps) {
        for (const LessonText* text : {&step.title, &step.text, &step.question, &step.answer})
            read(*text);
        for (const LessonClaim& claim : step.claims)
            read(claim.text);
    }
    return std::max(1, int(std::lround(minutes)));
}

}   // namespace stepzero
