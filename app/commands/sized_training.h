// SPDX-License-Identifier: GPL-3.0-or-later
// The options that commands share which train a network at several sizes.
#pragma once

#include "app/commands/options.h"
#include "core/network/experiment/experiment.h"
#include "core/train/parametrization.h"

namespace stepzero {

struct SizedTraining {
    Experiment experiment;   ///< to be trained
    Parametrization parametrization;
    std::vector<int> sizes;   ///< two or more, rising; the experiment passed validate() at each
    bool depths = false;   ///< or widths
    int seeds = 3;
};

/// --widths, --depths, --steps, --seeds, --parametrization, --optimizer, --output.
/// `default_widths`: "64,128". `steps`: the help of --steps.
std::vector<Option> sized_training_options(const std::string& default_widths, Text steps);
/// Reads FILE and these options except --steps. Throws UsageError, BadExperiment, FileError.
SizedTraining sized_training(const Arguments& arguments, const std::vector<int>& default_sizes);

}   // namespace stepzero
