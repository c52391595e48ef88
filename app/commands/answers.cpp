// SPDX-License-Identifier: GPL-3.0-or-later
#include <limits>

#include "app/commands/command.h"
#include "app/commands/output.h"
#include "app/commands/source.h"
#include "app/lesson_answers.h"
#include "core/base/formats/format_error.h"
#include "core/base/words/words.h"

namespace stepzero {

namespace {

std::vector<LessonAnswer> answers_of(const std::string& file)
try {
    return read_answers(file_text(file).text);
} catch (const FormatError& error) {
    throw BadExperiment(joined({Text::name(file), text_of(error)}, ": "));
} catch (const FileError& error) {
    throw BadExperiment(text_of(error));
}

void run_answers(const Arguments& arguments)
{
    if (arguments.words.empty())
        throw UsageError(tr("%1 is missing: stepzero %2 %3", "FILE", "answers", "FILE…"));
    const std::string output = arguments.value("--output").value_or("-");
    for (const std::string& file : arguments.words)
        mark_as_input(file);
    check_output(output);
    std::vector<std::vector<LessonAnswer>> readers;
    for (const std::string& file : arguments.words)
        readers.push_back(answers_of(file));
    write_result(output, class_csv(readers));
}

}   // namespace

Command command_answers()
{
    return {"answers", "FILE…", 0, std::numeric_limits<std::size_t>::max(),
        tr("summarize the answers of a class to the exercises of lessons"), {output_option()},
        tr("FILE is a table that *Lessons › Save answers* wrote, one for each reader. The result is a CSV table with "
           "a\n"
           "row for each exercise: how many answered, how many were right, how many at once, the mean number of "
           "tries,\n"
           "and the most frequent wrong answer.\n"
           "\n"
           "Example:\n"
           "  stepzero answers class/*.csv -o class.csv\n"),
        run_answers};
}

}   // namespace stepzero
