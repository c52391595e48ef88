// SPDX-License-Identifier: GPL-3.0-or-later
// The experiment that runs a checkpoint: the one that the program wrote into it, or the network of its family and
// config.json, drawn by the family's recipe once the file is taken away.
#pragma once

#include "core/checkpoint/audit/read_understanding.h"
#include "core/network/experiment/experiment.h"

namespace stepzero {

/// Of the families that resources/manual/audit.md lists as run. `path`: of the checkpoint. `known`: what the request
/// reads, by the recipe that is wanted; an audit's is the likeliest one, with its fitted number. Throws FileError with
/// a sentence that says what is unknown, or what the network cannot be.
Experiment experiment_of(const std::filesystem::path& path, const Checkpoint& checkpoint,
    const UnderstandingRequest& request, const Understanding& known);

/// What such an experiment cannot say of the recipe, since it has one distribution per role: a sentence that names the
/// roles. Empty where all weights are drawn with the recipe's variances.
Text recipe_left_out(const Experiment& experiment, const Understanding& known);

}   // namespace stepzero
