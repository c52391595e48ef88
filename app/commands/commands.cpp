// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/commands.h"

#include <algorithm>
#include <new>

#include "app/commands/command.h"
#include "app/commands/interrupt.h"
#include "app/commands/notes.h"
#include "app/commands/output.h"
#include "app/commands/source.h"
#include "app/commands/version.h"
#include "core/files/presets.h"
#include "core/formats/file.h"
#include "core/run/context.h"
#include "core/simulate/simulate.h"
#include "core/words/problem.h"
#include "core/words/shown_text.h"
#include "core/words/words.h"

namespace stepzero {

namespace {

enum Status { done = 0, bad_verdict = 1, bad_usage = 2, failed = 3, stopped_by_signal = 128 };

const Command* find_command(const std::string& name)
{
    for (const Command* command : commands())
        if (command->name == name)
            return command;
    return nullptr;
}

/// Two columns, the second lined up, below the first where that is long.
std::string table(const std::vector<std::pair<std::string, std::string>>& rows)
{
    constexpr std::size_t widest = 26;
    std::size_t longest = 0;
    for (const auto& [left, right] : rows)
        if (const std::size_t width = shown_width(left); width <= widest)
            longest = std::max(longest, width);
    std::string text;
    for (const auto& [left, right] : rows) {
        const std::size_t width = shown_width(left);
        text += "  " + left
            + (width > longest ? "\n" + std::string(longest + 4, ' ') : std::string(longest - width + 2, ' ')) + right
            + "\n";
    }
    return text;
}

std::string general_help()
{
    std::vector<std::pair<std::string, std::string>> rows;
    for (const Command* command : commands())
        rows.emplace_back(command->name + " " + command->words, command->summary);
    return "See a neural network before its first training step.\n"
           "\n"
           "Usage:\n"
           "  stepzero [FILE]     open the window\n"
           "  stepzero COMMAND …  work without a window\n"
           "\n"
           "Commands:\n"
        + table(rows)
        + "\n"
          "FILE is an experiment file (.stepzero.json) or a preset's name; for commands also - for standard input.\n"
          "`stepzero COMMAND --help` says more. Exit status: 0 done; 1 done, and what was checked is not right "
          "(`audit`, "
          "`lesson`);\n"
          "2 bad usage or a bad file; 3 the computation failed or its result could not be written; 130 interrupted.\n"
          "\n"
          "Example:\n"
          "  stepzero run notes-he | less\n";
}

std::string help_of(const Command& command)
{
    std::vector<std::pair<std::string, std::string>> rows;
    for (const Option& option : command.options)
        rows.emplace_back((option.letter.empty() ? "" : option.letter + ", ") + option.name
                + (option.value.empty() ? "" : " ") + option.value,
            option.help);
    rows.emplace_back("-h, --help", "this text");
    return "stepzero " + command.name + ": " + command.summary + "\n\nUsage:\n  stepzero " + command.name
        + (command.words.empty() ? "" : " ") + command.words + (command.options.empty() ? "" : " [OPTIONS]")
        + "\n\nOptions:\n" + table(rows) + "\n" + command.more;
}

void run(const Command& command, const std::vector<std::string>& rest)
{
    const Arguments arguments = parse_arguments(rest, command.options);
    if (arguments.help)
        return write_result("-", help_of(command));
    if (arguments.words.size() < command.least_words)
        throw UsageError("an experiment is missing: stepzero " + command.name + " " + command.words);
    if (arguments.words.size() > command.most_words)
        throw UsageError("unexpected " + quote(arguments.words[command.most_words])
            + (command.most_words == 0 ? "" : " after " + quote(arguments.words[command.most_words - 1])));
    command.run(arguments);
}

/// An option that QApplication takes out of the arguments for itself.
bool is_option_of_qt(std::string argument)
{
    static const std::vector<std::string> known {"platform", "platformpluginpath", "platformtheme", "plugin", "style",
        "stylesheet", "qwindowgeometry", "qwindowicon", "qwindowtitle", "geometry", "display", "session", "reverse"};
    argument.erase(0, argument.find_first_not_of('-'));
    return std::find(known.begin(), known.end(), argument.substr(0, argument.find('='))) != known.end();
}

/// What is wrong with arguments that are meant to open the window, if anything is.
void check_window_arguments(const std::vector<std::string>& arguments)
{
    const std::string& first = arguments.front();
    if (first.size() > 1 && first[0] == '-') {
        if (!is_option_of_qt(first))
            throw UsageError("unknown option " + quote(first) + suggestion(first, {"--help", "--version"}));
        return;
    }
    if (arguments.size() == 1 && first != "-" && experiment_exists(first))
        return;
    std::vector<std::string> known;
    for (const Command* command : commands())
        known.push_back(command->name);
    if (arguments.size() > 1)
        throw UsageError(experiment_exists(first)
                ? "the window opens one experiment at a time, unexpected " + quote(arguments[1])
                : "there is no command " + quote(first) + suggestion(first, known));
    for (const Preset& preset : presets())
        known.push_back(preset.name);
    throw UsageError("there is no file, preset or command " + quote(first) + suggestion(first, known));
}

/// Runs `body` and turns what it throws into a sentence and an exit status.
template <class Body>
int status_of(const std::string& prefix, const Body& body)
{
    try {
        body();
        return done;
    } catch (const UsageError& error) {
        note(prefix + error.what() + "\nTry: stepzero " + prefix.substr(0, prefix.find(':'))
            + (prefix.empty() ? "" : " ") + "--help");
        return bad_usage;
    } catch (const BadVerdict&) {
        return bad_verdict;
    } catch (const BadExperiment& error) {
        note(error.what());
        return bad_usage;
    } catch (const BadInput& error) {
        note(error.what());
        return bad_usage;
    } catch (const Stopped&) {
        note("interrupted, nothing was written");
        return stopped_by_signal + Interrupt::signal();
    } catch (const Interrupted& error) {
        note(error.what());
        return stopped_by_signal + Interrupt::signal();
    } catch (const std::bad_alloc&) {
        note("there is not enough memory for this experiment");
        return failed;
    } catch (const std::exception& error) {
        note(error.what());
        return failed;
    }
}

}   // namespace

const std::vector<const Command*>& commands()
{
    static const std::vector<const Command*> all {&run_experiment_command(), &merge_command(), &export_command(),
        &animate_command(), &report_command(), &theory_command(), &code_command(), &presets_command(),
        &lesson_command(), &audit_command(), &coordinate_check_command(), &transfer_command(), &doctor_command()};
    return all;
}

std::optional<int> run_command(int argc, char** argv)
{
    prepare_standard_streams();
    const std::vector<std::string> arguments(argv + std::min(argc, 1), argv + argc);
    if (arguments.empty())
        return std::nullopt;
    if (arguments[0] == "--help" || arguments[0] == "-h")
        return status_of("", [] { write_result("-", general_help()); });
    if (arguments[0] == "--version")
        return status_of("", [] { write_result("-", version_text()); });
    if (const Command* command = find_command(arguments[0]))
        return status_of(command->name + ": ", [&] { run(*command, {arguments.begin() + 1, arguments.end()}); });
    const int status = status_of("", [&] { check_window_arguments(arguments); });
    return status == done ? std::nullopt : std::optional(status);
}

}   // namespace stepzero
