// SPDX-License-Identifier: GPL-3.0-or-later
// The experiment that a command's FILE names.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/base/words/problem.h"
#include "core/base/words/text_error.h"
#include "core/network/experiment/experiment.h"
#include "core/study/grid/grid.h"
#include "core/study/lesson/lesson.h"

namespace stepzero {

/// A file that is not an experiment or cannot be read. what() has one sentence per line.
struct BadExperiment : TextError {
    using TextError::TextError;
};

/// The text of a FILE, not parsed yet.
struct SourceText {
    std::string name;   ///< for messages
    std::string text;
    std::optional<std::filesystem::path> folder {};   ///< the file's; relative input files are relative to it
};

/// "-" is standard input; an existing file comes before a preset, study or lesson of its
/// name; "stepzero:…" is a short text. Throws BadExperiment.
SourceText source_text(const std::string& name);

/// The experiment in it. Throws BadExperiment.
Experiment experiment_in(const SourceText& source);
Experiment experiment_from(const std::string& name);

/// Returns the study in it, which may have at most this many cells. Throws BadExperiment.
Grid grid_in(const SourceText& source, std::size_t most = most_held_cells);

/// The lesson in it, all of whose figures exist. Throws BadExperiment.
Lesson lesson_in(const SourceText& source);
/// Problems of a lesson's steps: figures that do not exist or not for the step's network, and bad boards.
std::vector<Problem> figure_problems(const Lesson& lesson);

/// Throws BadExperiment with one sentence per line.
[[noreturn]] void throw_problems(const std::string& name, const std::vector<Problem>& problems);

bool is_folder(const std::string& name);

/// Whether source_text() would find something. True for "-".
bool experiment_exists(const std::string& name);

}   // namespace stepzero
