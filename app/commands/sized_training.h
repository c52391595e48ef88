// SPDX-License-Identifier: GPL-3.0-or-later
// Options that the commands which train a network at several sizes share.
#pragma once

#include "app/commands/options.h"
#include "core/network/experiment/experiment.h"
#include "core/train/parametrization.h"

namespace stepzero {

struct SizedTraining {
    Experiment experiment;   ///< the experiment to train
    Parametrization parametrization;
    std::vector<int> sizes;   ///< two or more, increasing; the experiment passed validate() at each
    bool depths = false;   ///< true: sizes are depths; false: widths
    int seeds = 3;
};

/// The options --widths, --depths, --steps, --seeds, --parametrization, --optimizer and --output. `default_widths` has
/// the form "64,128". `steps` is the help of --steps.
std::vector<Option> sized_training_options(const std::string& default_widths, Text steps);
/// Reads FILE and these options except --steps. Throws UsageError, BadExperiment, FileError.
SizedTraining sized_training(const Arguments& arguments, const std::vector<int>& default_sizes);

}   // namespace stepzero
