// SPDX-License-Identifier: GPL-3.0-or-later
// Makes the experiment that runs a checkpoint. It is the experiment that the program wrote into the file, or the
// network described by its family and config.json. Without the file, that network is initialized by the family's
// recipe.
#pragma once

#include "core/checkpoint/audit/read_understanding.h"
#include "core/network/experiment/experiment.h"

namespace stepzero {

/// Returns the experiment of a checkpoint whose family resources/manual/audit.md lists as runnable. `path` is the path
/// of the checkpoint. `known` is the reading of `request` under the wanted recipe; an audit passes the likeliest one,
/// with its fitted number. Throws FileError with a sentence that names what is unknown or unsupported.
Experiment experiment_of(const std::filesystem::path& path, const Checkpoint& checkpoint,
    const UnderstandingRequest& request, const Understanding& known);

/// Returns a sentence that names the roles whose recipe the experiment cannot express, since it has one distribution
/// per role. Empty when all weights are initialized with the recipe's variances.
Text recipe_left_out(const Experiment& experiment, const Understanding& known);

}   // namespace stepzero
