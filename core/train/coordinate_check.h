// SPDX-License-Identifier: GPL-3.0-or-later
// The coordinate check: how activations, and their changes in the first steps, scale with the size of a network. For
// each block and the output it fits the slope of ln RMS over ln width (or depth), with a confidence interval and a
// verdict. Yang et al.: Tensor programs V. NeurIPS 2021, appendix D.1; for depth Dey et al. 2025.
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
    bool depths = false;   ///< true: sizes are depths; false: widths
    int steps = 5;
    int seeds = 3;   ///< replicas 0, 1, …
};

/// A place in the network, at all sizes.
struct CheckedSite {
    Text label;   ///< "layer 2", "block 3", "readout", "logits"; for depths a fraction, "½ of the depth"
    bool end = false;   ///< true for the output of the network
    /// [step][size][seed], over all entries: of the signal at step 0, of its change since step 0 at later steps. NaN
    /// after the network diverged.
    std::vector<std::vector<std::vector<double>>> rms;
    std::optional<Slope> first, change;   ///< slopes of the signal at step 0, and of its change after the last step
    Scaling first_scaling = Scaling::unknown, change_scaling = Scaling::unknown;
};

struct CoordinateCheck {
    CheckRequest request;
    Text parametrization, optimizer;
    std::vector<CheckedSite> sites;
    std::vector<std::vector<std::vector<double>>> losses;   ///< [step][size][seed]
    bool good = true;   ///< no change provably grows or shrinks, and nothing diverged
    bool certain = true;   ///< every change provably is level, grows or shrinks
    std::vector<Text> sentences;   ///< the verdict in sentences
};

/// Runs the check; the experiment's own size is the base of the parametrization. Precondition: the experiment passed
/// validate() at all sizes and has training. Throws Stopped, BadInput.
CoordinateCheck coordinate_check(const Experiment& experiment, const Parametrization& parametrization,
    const CheckRequest& request, NoiseCache& cache, const Context& context);

}   // namespace stepzero
