// SPDX-License-Identifier: GPL-3.0-or-later
// Interprets a checkpoint according to the config, family and recipe that the user names. Anything not named is taken
// from files next to the checkpoint, or from its tensor names.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/checkpoint/audit/family.h"
#include "core/checkpoint/checkpoint.h"

namespace stepzero {

struct UnderstandingRequest {
    std::filesystem::path config;   ///< config.json or an experiment file; empty: the one next to the checkpoint
    std::string family;   ///< name, or path of a family file; empty: by the names of the tensors
    std::string recipe {};   ///< name of one of the family's recipes; empty: all of them
    bool by_names = false;   ///< ignore an experiment in the checkpoint's own metadata
};

/// Returns the experiment that wrote the tensors: the config of the request, else config.json next to the checkpoint,
/// else the checkpoint's metadata. Returns nothing when that is not an experiment. Throws FileError with one sentence
/// per line.
std::optional<Experiment> stated_experiment(const Checkpoint& checkpoint, const UnderstandingRequest& request);

/// Returns the config of the request, or the one next to the checkpoint; null when there is neither. Throws FileError
/// with one sentence per line.
Json read_config(const Checkpoint& checkpoint, const UnderstandingRequest& request);

/// Returns one reading per recipe of the family, or for the requested one. Throws FileError with one sentence per line.
std::vector<Understanding> read_understanding(const Checkpoint& checkpoint, const UnderstandingRequest& request);

}   // namespace stepzero
