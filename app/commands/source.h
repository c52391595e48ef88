// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the experiment that a command's FILE names.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/base/formats/file.h"
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
    std::optional<std::filesystem::path> folder {};   ///< folder of the file, which relative input files refer to
};

/// Reads a file, or standard input for "-". Throws BadExperiment when it cannot be read or is larger than `most`.
SourceText file_text(const std::string& name, std::size_t most = most_text);

/// Reads a FILE: "-" is standard input, and "stepzero:…" is a short text. An existing file has priority over a preset,
/// study or lesson of its name. Throws BadExperiment.
SourceText source_text(const std::string& name);

/// Parses an experiment. Throws BadExperiment.
Experiment experiment_in(const SourceText& source);
Experiment experiment_from(const std::string& name);

/// Parses a study of at most `most` cells. Throws BadExperiment.
Grid grid_in(const SourceText& source, std::size_t most = most_held_cells);

/// Parses a lesson, all of whose figures must exist. Throws BadExperiment.
Lesson lesson_in(const SourceText& source);
/// Returns problems of a lesson's steps: figures that do not exist, or not for the step's network, and bad boards.
std::vector<Problem> figure_problems(const Lesson& lesson);

/// Throws BadExperiment with one sentence per line.
[[noreturn]] void throw_problems(const std::string& name, const std::vector<Problem>& problems);

bool is_folder(const std::string& name);

/// Returns whether source_text() would find something. True for "-".
bool experiment_exists(const std::string& name);

}   // namespace stepzero
