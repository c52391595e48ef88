// SPDX-License-Identifier: GPL-3.0-or-later
// How an experiment's network is trained, as a plain value: "train" of its file.
#pragma once

#include <string>

#include "core/base/words/choices.h"

namespace stepzero {

struct Training {
    int steps = 100;   ///< 1 to 10000
    Selection task;   ///< of the registry of tasks; what it is asked for stands in place of the experiment's cotangent
    std::string loss = "task";   ///< see losses(): the task's own
    Selection optimizer {"sgd", {}};   ///< of the registry of optimizers
    double learning_rate = 0.1;
    int warmup = 0;   ///< steps over which the rate rises in proportion: of step t = 1, 2, … it is min(1, t/warmup)
    int batch = 0;   ///< samples or sequences of a step, in an order of their own each epoch; 0: all of them
    std::string readout = "lecun";   ///< what stands behind a network that has no head: see readouts()
    std::string labels;   ///< file of the task that needs one: .npy or .csv, [samples, 1], the class of each sample
    Selection adapters {"none", {}};   ///< of the registry of adapters
    std::string adapted = "blocks";   ///< which matrices have them: "blocks", "all", or roles with commas between
    bool linearized = false;   ///< whether the training of the network linearized at step 0 is told beside
    std::string parametrization = "standard";   ///< how networks of other sizes follow from this one, by name
    bool operator==(const Training&) const = default;
};

}   // namespace stepzero
