// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/commands.h"

#include <algorithm>
#include <new>

#include "app/commands/command.h"
#include "app/commands/headless.h"
#include "app/commands/interrupt.h"
#include "app/commands/notes.h"
#include "app/commands/output.h"
#include "app/commands/source.h"
#include "app/commands/version.h"
#include "core/base/formats/file.h"
#include "core/base/run/context.h"
#include "core/base/words/problem.h"
#include "core/base/words/registry.h"
#include "core/base/words/shown_text.h"
#include "core/base/words/words.h"
#include "core/files/presets.h"
#include "core/simulate/simulate.h"
#include "widgets/language/language.h"

namespace stepzero {

namespace {

enum Status { done = 0, bad_verdict = 1, bad_usage = 2, failed = 3, stopped_by_signal = 128 };

/// Returns a text in the present language, for the terminal.
std::string shown_in_language(const Text& text) { return translated(text).toStdString(); }

const Command* find_command(const std::string& name) { return find_member(commands(), name); }

/// Returns two aligned columns. If the first is long, the second begins on the next line.
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
    for (const Command& command : commands())
        rows.emplace_back(command.name + " " + command.words, shown_in_language(command.summary));
    return shown_in_language(tr("See a neural network before its first training step.\n"
                                "\n"
                                "Usage:\n"
                                "  stepzero [FILE]     open the window\n"
                                "  stepzero COMMAND …  work without a window\n"
                                "\n"
                                "Commands:\n"))
        + table(rows) + "\n"
        + shown_in_language(
            tr("FILE is an experiment file (.stepzero.json) or a preset's name; commands also accept - for standard "
               "input.\n`stepzero COMMAND --help` describes a command.\n\nExit status: 0 success; 1 the command ran, "
               "but its check failed (`audit`, `lesson` and others); 2 bad usage or a\nbad file; 3 the computation "
               "failed or its result could not be written; 130 interrupted.\n\nExample:\n  stepzero run notes-he | "
               "less\n\nEvery command takes --language en or zh, and so does the window, before FILE. The default is "
               "the\nsystem's language.\n"));
}

std::string help_of(const Command& command)
{
    std::vector<std::pair<std::string, std::string>> rows;
    for (const Option& option : command.options)
        rows.emplace_back((option.letter.empty() ? "" : option.letter + ", ") + option.name
                + (option.value.empty() ? "" : " ") + option.value,
            shown_in_language(option.help));
    rows.emplace_back("-h, --help", shown_in_language(tr("show this text")));
    return "stepzero " + command.name + ": " + shown_in_language(command.summary) + "\n\n"
        + shown_in_language(tr("Usage:")) + "\n  stepzero " + command.name + (command.words.empty() ? "" : " ")
        + command.words + (command.options.empty() ? "" : " [OPTIONS]") + "\n\n" + shown_in_language(tr("Options:"))
        + "\n" + table(rows) + "\n" + shown_in_language(command.more);
}

void run(const Command& command, const std::vector<std::string>& rest)
{
    const Arguments arguments = parse_arguments(rest, command.options);
    if (arguments.help)
        return write_result("-", help_of(command));
    if (arguments.words.size() < command.least_words)
        throw UsageError(
            tr("%1 is missing: stepzero %2 %3", split(command.words, ' ').front(), command.name, command.words));
    if (arguments.words.size() > command.most_words) {
        const std::string unexpected = quote(arguments.words[command.most_words]);
        throw UsageError(command.most_words == 0
                ? tr("unexpected %1", unexpected)
                : tr("unexpected %1 after %2", unexpected, quote(arguments.words[command.most_words - 1])));
    }
    command.run(arguments);
}

/// Returns whether QApplication removes an option from the arguments.
bool is_option_of_qt(std::string argument)
{
    static const std::vector<std::string> known {"platform", "platformpluginpath", "platformtheme", "plugin", "style",
        "stylesheet", "qwindowgeometry", "qwindowicon", "qwindowtitle", "geometry", "display", "session", "reverse"};
    argument.erase(0, argument.find_first_not_of('-'));
    return std::find(known.begin(), known.end(), argument.substr(0, argument.find('='))) != known.end();
}

/// Throws UsageError when the window cannot open FILE. `words` are names that the user may have meant.
void check_window_file(const std::vector<std::string>& arguments, std::vector<std::string> words)
{
    const std::string& first = arguments.front();
    if (arguments.size() == 1 && !is_standard_stream(first) && experiment_exists(first))
        return;
    if (arguments.size() > 1)
        throw UsageError(experiment_exists(first)
                ? tr("the window opens one experiment at a time: unexpected %1", quote(arguments[1]))
                : with_suggestion(tr("there is no command %1", quote(first)), first, words));
    if (is_folder(first))
        throw UsageError(tr("%1 is a folder, but FILE must be an experiment file", quote(first)));
    for (const Preset& preset : presets())
        words.push_back(preset.name);
    throw UsageError(with_suggestion(tr("there is no file, preset or command %1", quote(first)), first, words));
}

/// Throws UsageError when arguments that should open the window are wrong.
void check_window_arguments(const std::vector<std::string>& arguments)
{
    const std::string& first = arguments.front();
    if (ends_options(first) && arguments.size() > 1)   // the next argument is a FILE, whatever it looks like
        return check_window_file({arguments.begin() + 1, arguments.end()}, {});
    if (first.size() > 1 && first[0] == '-') {
        if (!is_option_of_qt(first))
            throw UsageError(with_suggestion(tr("unknown option %1", quote(first)), first, {"--help", "--version"}));
        return;
    }
    std::vector<std::string> known;
    for (const Command& command : commands())
        known.push_back(command.name);
    check_window_file(arguments, known);
}

void set_asked_language(std::vector<std::string>& arguments)
{
    const std::vector<std::string> all = arguments;
    const std::string asked = asked_language(arguments);
    const Command* command = arguments.empty() ? nullptr : find_command(arguments[0]);
    if (command
        && std::ranges::any_of(command->options, [](const Option& option) { return option.name == "--language"; }))
        arguments = all;   // this command has its own --language option
    if (asked.empty())
        return;
    const QString known = knownLanguage(QString::fromStdString(asked));
    if (known.isEmpty())
        throw UsageError(tr("%1 must be one of %2, got %3", "--language", "en, zh", quote(asked)));
    setLanguage(known);
}

/// Runs `body` and turns exceptions into a sentence and an exit status. `command` is empty before a command is known.
template <class Body>
int status_of(const std::string& command, const Body& body)
{
    const OverwriteGuard guard;
    try {
        body();
        return done;
    } catch (const UsageError& error) {
        const Text sentence = joined({Text::name(command), error.text()}, ": ");
        note(joined({sentence, tr("Try: %1", "stepzero " + command + (command.empty() ? "" : " ") + "--help")}, "\n"));
        return bad_usage;
    } catch (const BadVerdict&) {
        return bad_verdict;
    } catch (const InputOverwritten& error) {
        note(joined({Text::name(command), text_of(error)}, ": "));
        return bad_usage;
    } catch (const BadExperiment& error) {
        note(error.text());
        return bad_usage;
    } catch (const BadInput& error) {
        note(error.text());
        return bad_usage;
    } catch (const Stopped&) {
        const int written = guard.files_written();
        note(written == 0 ? tr("interrupted: nothing was written")
                          : tr("interrupted: %1 {file was|files were} written", written));
        return stopped_by_signal + Interrupt::signal();
    } catch (const Interrupted& error) {
        note(error.text());
        return stopped_by_signal + Interrupt::signal();
    } catch (const std::bad_alloc&) {
        note(tr("there is not enough memory for this experiment"));
        return failed;
    } catch (const std::exception& error) {
        note(text_of(error));
        return failed;
    }
}

}   // namespace

const std::vector<Command>& commands()
{
#define STEPZERO_ENTRY(name) command_##name(),
    static const std::vector<Command> all {STEPZERO_COMMANDS(STEPZERO_ENTRY)};
#undef STEPZERO_ENTRY
    return all;
}

std::string asked_language(std::vector<std::string>& arguments)
{
    const std::string name = "--language";
    for (auto at = arguments.begin(); at != arguments.end(); ++at) {
        if (at->starts_with(name + "=")) {
            const std::string asked = at->substr(name.size() + 1);
            arguments.erase(at);
            return asked;
        }
        if (*at == name && at + 1 != arguments.end()) {
            const std::string asked = *(at + 1);
            arguments.erase(at, at + 2);
            return asked;
        }
    }
    return {};
}

std::optional<int> run_command(int argc, char** argv)
{
    prepare_standard_streams();
    quiet_qt();
    std::vector<std::string> arguments(argv + std::min(argc, 1), argv + argc);
    setLanguage(systemLanguage());
    if (const int status = status_of("", [&] { set_asked_language(arguments); }); status != done)
        return status;
    if (arguments.empty())
        return std::nullopt;
    if (is_help(arguments[0]))
        return status_of("", [] { write_result("-", general_help()); });
    if (arguments[0] == "--version")
        return status_of("", [] { write_result("-", version_text()); });
    if (const Command* command = find_command(arguments[0]))
        return status_of(command->name, [&] { run(*command, {arguments.begin() + 1, arguments.end()}); });
    const int status = status_of("", [&] { check_window_arguments(arguments); });
    return status == done ? std::nullopt : std::optional(status);
}

}   // namespace stepzero
