// SPDX-License-Identifier: GPL-3.0-or-later
// The experiment that a command's FILE names.
#pragma once

#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/experiment/experiment.h"
#include "core/grid/grid.h"
#include "core/lesson/lesson.h"
#include "core/words/problem.h"

namespace stepzero {

/// A file that is no experiment or cannot be read. what() is one sentence a line.
struct BadExperiment : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// What a FILE holds, not yet looked at.
struct SourceText {
    std::string name;   ///< for messages
    std::string text;
    std::optional<std::filesystem::path> folder {};   ///< of a file: what a relative input file is relative to
};

/// "-" is standard input; an existing file stands before a preset, study or lesson of its
/// name; "stepzero:…" is a short text. Throws BadExperiment.
SourceText source_text(const std::string& name);

/// The experiment in it. Throws BadExperiment.
Experiment experiment_in(const SourceText& source);
Experiment experiment_from(const std::string& name);

/// The study of many experiments in it, of so many cells at most. Throws BadExperiment.
Grid grid_in(const SourceText& source, std::size_t most = most_held_cells);

/// The lesson in it, all of whose figures there are. Throws BadExperiment.
Lesson lesson_in(const SourceText& source);
/// Figures of a lesson's steps that there are not, or not of its step's network, and what is wrong with their boards.
std::vector<Problem> figure_problems(const Lesson& lesson);

/// Throws BadExperiment with a sentence a line.
[[noreturn]] void throw_problems(const std::string& name, const std::vector<Problem>& problems);

bool is_folder(const std::string& name);

/// Whether source_text() would find something. True for "-".
bool experiment_exists(const std::string& name);

}   // namespace stepzero
