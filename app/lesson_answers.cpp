// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lesson_answers.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <utility>

#include "core/base/formats/csv_table.h"
#include "core/base/formats/format_error.h"
#include "core/base/words/words.h"

namespace stepzero {

namespace {

/// Returns the text of a column. Throws FormatError.
const std::string& cell_of(const std::vector<CsvCell>& row, std::size_t line, std::string_view title)
{
    const auto found = std::ranges::find(row, title, &CsvCell::title);
    if (found == row.end())
        throw FormatError(tr("line %1: there is no column %2", line, quote(title)));
    return found->text;
}

int whole_of(const std::vector<CsvCell>& row, std::size_t line, std::string_view title, int low, int high)
{
    const std::string& text = cell_of(row, line, title);
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size() || number < low || number > high)
        throw FormatError(
            tr("line %1: %2 must be a whole number from %3 to %4, got %5", line, title, low, high, quote(text)));
    return number;
}

/// What a class answered to an exercise.
struct ClassAnswers {
    std::string title;
    int answered = 0, right = 0, right_at_once = 0, tries = 0;
    std::map<std::string, int> wrong {};   ///< number of readers by last answer

    void add(const LessonAnswer& answer)
    {
        title = answer.title;
        ++answered;
        right += answer.right;
        right_at_once += answer.right && answer.tries == 1;
        tries += answer.tries;
        if (!answer.right)
            ++wrong[answer.answer];
    }
    std::string most_wrong() const
    {
        const auto most = std::ranges::max_element(wrong, {}, [](const auto& each) { return each.second; });
        return most == wrong.end() ? std::string() : most->first;
    }
};

}   // namespace

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

std::vector<LessonAnswer> read_answers(std::string_view csv)
{
    constexpr int most = 1000000;
    std::vector<LessonAnswer> answers;
    for (std::size_t line = 2; const std::vector<CsvCell>& row : read_csv_table(csv)) {
        answers.push_back({cell_of(row, line, "lesson"), whole_of(row, line, "step", 1, most),
            cell_of(row, line, "title"), cell_of(row, line, "answer"), whole_of(row, line, "right", 0, 1) == 1,
            whole_of(row, line, "tries", 1, most)});
        ++line;
    }
    return answers;
}

std::string class_csv(const std::vector<std::vector<LessonAnswer>>& readers)
{
    std::map<std::pair<std::string, int>, ClassAnswers> exercises;
    for (const std::vector<LessonAnswer>& answers : readers)
        for (const LessonAnswer& answer : answers)
            exercises[{answer.lesson, answer.step}].add(answer);
    std::vector<std::vector<CsvCell>> rows;
    for (const auto& [place, all] : exercises)
        rows.push_back({{"lesson", place.first}, {"step", std::to_string(place.second)}, {"title", all.title},
            {"answered", std::to_string(all.answered)}, {"right", std::to_string(all.right)},
            {"right_at_once", std::to_string(all.right_at_once)},
            {"mean_tries", number_text(double(all.tries) / all.answered)}, {"wrong", all.most_wrong()}});
    return csv_table(rows);
}

}   // namespace stepzero
