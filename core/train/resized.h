// SPDX-License-Identifier: GPL-3.0-or-later
// Makes an experiment of another width or depth, following a parametrization. The coordinate check and the transfer of
// learning rates compare such experiments.
#pragma once

#include "core/train/parametrization.h"
#include "core/train/trainer.h"

namespace stepzero {

/// Returns the experiment at another width or depth. The input size is kept if the kind allows it.
Experiment resized(const Experiment& experiment, int size, bool depth);

/// A resized experiment whose network follows from the original one, which is the base of the parametrization.
struct SizedExperiment {
    SizedExperiment(const Experiment& base, const Parametrization& by, int size, bool depth);

    /// Makes a trainer of the resized experiment. Throws BadInput, Stopped.
    Trainer trainer(int replica, NoiseCache& cache, const Context& context) const
    {
        return {experiment, plan, cache, context, replica, &scaled};
    }

    Experiment experiment;
    ScaledNetwork scaled;
    NetworkPlan plan;
};

}   // namespace stepzero
