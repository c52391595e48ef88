// SPDX-License-Identifier: GPL-3.0-or-later
// An experiment at another width or depth, as a parametrization has it.
#pragma once

#include "core/train/parametrization.h"
#include "core/train/trainer.h"

namespace stepzero {

/// The experiment at another width or depth, on inputs of the same size where its kind lets them be.
Experiment resized(const Experiment& experiment, int size, bool depth);

/// ... with how its network follows from the experiment's own, which is the base.
struct SizedExperiment {
    SizedExperiment(const Experiment& base, const Parametrization& by, int size, bool depth);

    /// Throws BadInput, Stopped.
    Trainer trainer(int replica, NoiseCache& cache, const Context& context) const
    {
        return {experiment, plan, cache, context, replica, &scaled};
    }

    Experiment experiment;
    ScaledNetwork scaled;
    NetworkPlan plan;
};

}   // namespace stepzero
