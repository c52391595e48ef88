// SPDX-License-Identifier: GPL-3.0-or-later
// How activations, and what the first steps change of them, go with the size of a network: of each block and of what
// leaves the network the slope of ln RMS over ln width (or depth), with its confidence interval and a verdict. Yang et
// al.: Tensor programs V. NeurIPS 2021, appendix D.1; for depth Dey et al. 2025.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/run/context.h"
#include "core/base/words/text.h"
#include "core/network/experiment/experiment.h"
#include "core/network/init/noise_cache.h"
#include "core/train/resized.h"
#include "core/train/slope.h"

namespace stepzero {

struct CheckRequest {
    std::vector<int> sizes {128, 256, 512, 1024};   ///< at least two, all different
    bool depths = false;   ///< sizes are depths; else widths
    int steps = 5;
    int seeds = 3;   ///< replicas 0, 1, …
};

/// A place of the network, at all sizes.
struct CheckedSite {
    Text label;   ///< "layer 2", "block 3", "readout", "logits"; over depths a fraction, "½ of the depth"
    bool end = false;   ///< what leaves the network
    /// [step][size][seed], of all entries: at step 0 of the signal, from 1 on of its change since step 0. NaN where the
    /// network had diverged.
    std::vector<std::vector<std::vector<double>>> rms;
    std::optional<Slope> first, change;   ///< at step 0; of the change after the last step
    Scaling first_scaling = Scaling::unknown, change_scaling = Scaling::unknown;
};

struct CoordinateCheck {
    CheckRequest request;
    Text parametrization, optimizer;
    std::vector<CheckedSite> sites;
    std::vector<std::vector<std::vector<double>>> losses;   ///< [step][size][seed]
    bool good = true;   ///< no change is known to grow or shrink, and nothing diverged
    bool certain = true;   ///< every change is known to be level, to grow or to shrink
    std::vector<Text> sentences;   ///< the verdict in words
};

/// The experiment's own size is the parametrization's base. Precondition: it and its other sizes passed validate(), and
/// it is to be trained. Throws Stopped, BadInput.
CoordinateCheck coordinate_check(const Experiment& experiment, const Parametrization& parametrization,
    const CheckRequest& request, NoiseCache& cache, const Context& context);

}   // namespace stepzero
