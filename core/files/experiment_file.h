// SPDX-License-Identifier: GPL-3.0-or-later
// Experiment files on disk. A relative input file inside is relative to the experiment file.
#pragma once

#include <filesystem>
#include <variant>
#include <vector>

#include "core/experiment/experiment.h"
#include "core/formats/file.h"
#include "core/words/problem.h"

namespace stepzero {

/// The experiment with its input file as a path that can be opened from anywhere, or its problems. Throws
/// FileError when the file cannot be read.
std::variant<Experiment, std::vector<Problem>> load_experiment(const std::filesystem::path& path);

/// Throws FileError. An input file in or below the folder of `path` is written as a relative path.
void save_experiment(const std::filesystem::path& path, const Experiment& experiment);

/// `experiment` whose relative input file is taken from `folder`.
Experiment with_input_from(const std::filesystem::path& folder, Experiment experiment);

}   // namespace stepzero
