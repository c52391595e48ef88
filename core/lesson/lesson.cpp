// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/lesson.h"

#include <cctype>

namespace stepzero {

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

const std::string& LessonText::in(std::string_view language) const
{
    static const std::string none;
    auto found = by.find(language);
    if (found == by.end())
        found = by.find(lesson_languages().front());
    return found == by.end() ? none : found->second;
}

std::vector<const LessonText*> numbered_texts(const LessonStep& step)
{
    std::vector<const LessonText*> all {&step.text, &step.formula, &step.question, &step.answer, &step.notes};
    for (const LessonClaim& claim : step.claims)
        all.push_back(&claim.text);
    return all;
}

int spoken_words(std::string_view text, std::string_view language)
{
    const bool characters = language == "zh";
    int words = 0;
    bool within = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const unsigned char c = static_cast<unsigned char>(text[i]);
        // Three bytes from U+3400 on: ideographs, and not their punctuation at U+3000 and U+FF00.
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

double spoken_minutes(int words, std::string_view language)
{
    constexpr double words_a_minute = 130, characters_a_minute = 200;
    return words / (language == "zh" ? characters_a_minute : words_a_minute);
}

}   // namespace stepzero
