// SPDX-License-Identifier: GPL-3.0-or-later
// Experiment files on disk. Relative paths of input and weights are relative to the experiment file.
#pragma once

#include <filesystem>
#include <variant>
#include <vector>

#include "core/base/formats/file.h"
#include "core/base/words/problem.h"
#include "core/network/experiment/experiment.h"

namespace stepzero {

/// Returns the experiment, with paths that are valid from any folder, or its problems. Throws FileError when the file
/// cannot be read.
std::variant<Experiment, std::vector<Problem>> load_experiment(const std::filesystem::path& path);

/// Throws FileError. Files in or below the folder of `path` are written as relative paths.
void save_experiment(const std::filesystem::path& path, const Experiment& experiment);

/// Returns the names of files and folders in an experiment.
std::vector<std::string> named_files(const Experiment& experiment);
/// Returns `experiment` with relative paths resolved against `folder`.
Experiment with_input_from(const std::filesystem::path& folder, Experiment experiment);
/// Returns `experiment` as written to a file at `path`: paths in or below its folder become relative.
Experiment with_input_beside(const std::filesystem::path& path, Experiment experiment);

}   // namespace stepzero
