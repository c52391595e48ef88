// SPDX-License-Identifier: GPL-3.0-or-later
// How a checkpoint is understood, from what a user names.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/checkpoint/audit/family.h"
#include "core/checkpoint/checkpoint.h"

namespace stepzero {

struct UnderstandingRequest {
    std::filesystem::path config;   ///< config.json or an experiment file; empty: what lies beside the checkpoint
    std::string family;   ///< a name, or the path of a family file; empty: by the names of the tensors
    std::string recipe {};   ///< of the family's, by name; empty: each of them
    bool by_names = false;   ///< an experiment in the checkpoint's own metadata does not count
};

/// The experiment whose tensors they are: what the request names as config, what lies beside the checkpoint as
/// config.json, or, where there is neither, what the checkpoint has in its metadata; nothing where that is no
/// experiment. Throws FileError with a sentence a line.
std::optional<Experiment> stated_experiment(const Checkpoint& checkpoint, const UnderstandingRequest& request);

/// What the request names, or what lies beside the checkpoint; null (of no kind but nothing) where there is neither.
/// Throws FileError with a sentence a line.
Json read_config(const Checkpoint& checkpoint, const UnderstandingRequest& request);

/// A reading for each of the family's recipes, or for the one that is asked for. Throws FileError with a sentence a
/// line.
std::vector<Understanding> read_understanding(const Checkpoint& checkpoint, const UnderstandingRequest& request);

}   // namespace stepzero
