// SPDX-License-Identifier: GPL-3.0-or-later
// How an experiment's network is trained, as a plain value: "train" of its file. The names of tasks, losses, optimizers
// and adapters refer to their registries.
#pragma once

#include <string>

#include "core/base/words/choices.h"

namespace stepzero {

struct Training {
    int steps = 100;   ///< 1 to 10000
    Selection task;   ///< name in the registry of tasks; its targets replace the experiment's cotangent
    std::string loss = "task";   ///< see losses(); "task": the task's own loss
    Selection optimizer {"sgd", {}};   ///< name in the registry of optimizers
    double learning_rate = 0.1;
    int warmup = 0;   ///< steps of linear warm-up: the learning rate of step t = 1, 2, … is scaled by min(1, t/warmup)
    int batch = 0;   ///< samples or sequences per step, shuffled in each epoch; 0: all
    std::string readout = "lecun";   ///< output layer for a network without a head: see readouts()
    std::string labels;   ///< file for tasks that need labels: .npy or .csv, [samples, 1], the class of each sample
    Selection adapters {"none", {}};   ///< name in the registry of adapters
    std::string adapted = "blocks";   ///< adapted matrices: "blocks", "all", or roles separated by commas
    bool linearized = false;   ///< also train the network linearized at step 0
    std::string parametrization = "standard";   ///< name of the rule for networks of other sizes
    bool operator==(const Training&) const = default;
};

}   // namespace stepzero
