// SPDX-License-Identifier: GPL-3.0-or-later
// Experiment files on disk. Relative files inside, of input and weights, are relative to the experiment file.
#pragma once

#include <filesystem>
#include <variant>
#include <vector>

#include "core/base/formats/file.h"
#include "core/base/words/problem.h"
#include "core/network/experiment/experiment.h"

namespace stepzero {

/// The experiment with its files as paths that can be opened from anywhere, or its problems. Throws
/// FileError when the file cannot be read.
std::variant<Experiment, std::vector<Problem>> load_experiment(const std::filesystem::path& path);

/// Throws FileError. Files in or below the folder of `path` are written as relative paths.
void save_experiment(const std::filesystem::path& path, const Experiment& experiment);

/// The files and folders that it names.
std::vector<std::string> named_files(const Experiment& experiment);
/// `experiment` whose relative files are taken from `folder`.
Experiment with_input_from(const std::filesystem::path& folder, Experiment experiment);
/// `experiment` as it stands in a file at `path`: what lies in or below its folder is relative.
Experiment with_input_beside(const std::filesystem::path& path, Experiment experiment);

}   // namespace stepzero
