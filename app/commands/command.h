// SPDX-License-Identifier: GPL-3.0-or-later
// The definition of a command. `STEPZERO_WRITE=1 test_app tables` adds a new one to the manual page and the completion.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "app/commands/options.h"
#include "core/base/words/text_error.h"

// The registry, in the order of the help. A member is a file that defines its function, and a name here.
#define STEPZERO_COMMANDS(command)                                                                                     \
    command(run) command(merge) command(export) command(animate) command(report) command(theory) command(code)         \
        command(presets) command(lesson) command(answers) command(audit) command(inspect) command(coordinate_check)    \
            command(transfer) command(doctor)

namespace stepzero {

/// The random numbers that a command keeps instead of sampling them again. This is enough for ten layers of width 2048.
/// It is freed within a few hundredths of a second when the user interrupts.
inline constexpr std::size_t noise_bytes = std::size_t(256) << 20;

/// The user interrupted a command that keeps what was done. what() is a sentence that says so.
struct Interrupted : TextError {
    using TextError::TextError;
};

/// The command has done its work and written it, and its verdict is bad.
struct BadVerdict { };

struct Command {
    std::string name;
    std::string words;   ///< the arguments other than options, for the usage line: "FILE", "[NAME]"
    std::size_t least_words, most_words;
    Text summary;   ///< half a line
    std::vector<Option> options;
    Text more;   ///< paragraphs and an example, for --help
    /// Runs the command and returns when it is done. Throws UsageError, BadExperiment, what the computation throws,
    /// FileError when the result cannot be written, and BadVerdict.
    void (*run)(const Arguments& arguments);
};

/// Returns every command, in the order of the help.
const std::vector<Command>& commands();

#define STEPZERO_DECLARE(name) Command command_##name();
STEPZERO_COMMANDS(STEPZERO_DECLARE)
#undef STEPZERO_DECLARE

}   // namespace stepzero
