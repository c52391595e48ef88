// SPDX-License-Identifier: GPL-3.0-or-later
// Whether the best learning rate stays where it is as a network grows: losses behind a training by learning rate and
// size, the minimum of each as a parabola has it, and where that goes. Yang et al.: Tensor programs V. NeurIPS 2021,
// figure 1.
#pragma once

#include "core/base/words/text.h"
#include "core/train/resized.h"
#include "core/train/slope.h"

namespace stepzero {

struct TransferRequest {
    std::vector<int> sizes {64, 128, 256, 512};   ///< at least two, all different
    bool depths = false;   ///< sizes are depths; else widths
    std::vector<double> rates;   ///< at least three, rising; see rates_around()
    int seeds = 3;   ///< replicas 0, 1, …
};
/// A rate times 2^−4 … 2^4.
std::vector<double> rates_around(double rate);

struct Transfer {
    TransferRequest request;
    Text parametrization, optimizer;
    int steps = 0;
    /// [size][rate][seed]: over all samples, behind the last step. NaN where it diverged.
    std::vector<std::vector<std::vector<double>>> losses;
    /// [size][seed]: ln of the best rate, the minimum of the parabola through ln loss over ln rate at the lowest point
    /// and its two neighbours; NaN where the lowest is the first or the last.
    std::vector<std::vector<double>> best;
    std::optional<Slope> drift;   ///< of ln best rate over ln size
    Scaling scaling = Scaling::unknown;
    std::vector<Text> sentences;   ///< the verdict in words

    bool good() const { return scaling == Scaling::level || scaling == Scaling::uncertain; }   ///< no drift is known
};

/// The minimum of a loss over learning rates that rise, as Transfer::best. Losses that are not finite or above `first`,
/// that of no training, count as that.
double best_rate(const std::vector<double>& rates, const std::vector<double>& losses, double first);

/// The experiment's own size is the parametrization's base. Precondition: it and its other sizes passed validate(), and
/// it is to be trained. Throws Stopped, BadInput.
Transfer transfer(const Experiment& experiment, const Parametrization& parametrization, const TransferRequest& request,
    NoiseCache& cache, const Context& context);

}   // namespace stepzero
