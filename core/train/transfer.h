// SPDX-License-Identifier: GPL-3.0-or-later
// Tests whether the best learning rate stays the same as a network grows. It trains at several learning rates and
// sizes, finds the minimum of the final loss with a parabola, and fits how this minimum moves with size. Yang et al.:
// Tensor programs V. NeurIPS 2021, figure 1.
#pragma once

#include "core/base/words/text.h"
#include "core/train/resized.h"
#include "core/train/slope.h"

namespace stepzero {

struct TransferRequest {
    std::vector<int> sizes {64, 128, 256, 512};   ///< at least two, all different
    bool depths = false;   ///< true: sizes are depths; false: widths
    std::vector<double> rates;   ///< at least three, increasing; see rates_around()
    int seeds = 3;   ///< replicas 0, 1, …
};
/// Returns the rate times 2^−4 … 2^4.
std::vector<double> rates_around(double rate);

struct Transfer {
    TransferRequest request;
    Text parametrization, optimizer;
    int steps = 0;
    /// [size][rate][seed]: loss over all samples after the last step. NaN if training diverged.
    std::vector<std::vector<std::vector<double>>> losses;
    /// [size][seed]: ln of the best rate, the minimum of the parabola through ln loss over ln rate at the lowest point
    /// and its two neighbours. NaN when the lowest point is the first or the last.
    std::vector<std::vector<double>> best;
    std::optional<Slope> drift;   ///< slope of ln best rate over ln size
    Scaling scaling = Scaling::unknown;
    std::vector<Text> sentences;   ///< the verdict in sentences

    bool good() const { return scaling == Scaling::level || scaling == Scaling::uncertain; }   ///< no known drift
};

/// Returns the minimum of a loss over increasing learning rates, as in Transfer::best. Losses that are not finite or
/// above `first`, the loss without training, count as `first`.
double best_rate(const std::vector<double>& rates, const std::vector<double>& losses, double first);

/// Runs the test; the experiment's own size is the base of the parametrization. Precondition: the experiment passed
/// validate() at all sizes and has training. Throws Stopped, BadInput.
Transfer transfer(const Experiment& experiment, const Parametrization& parametrization, const TransferRequest& request,
    NoiseCache& cache, const Context& context);

}   // namespace stepzero
