// SPDX-License-Identifier: GPL-3.0-or-later
// Training of the network as it is linear in its parameters at step 0, f(θ) ≈ f(θ₀) + J (θ − θ₀): that of its empirical
// neural tangent kernel K = J Jᵀ. Jacot, Gabriel, Hongler: Neural tangent kernel. NeurIPS 2018; Lee et al.: Wide neural
// networks of any depth evolve as linear models under gradient descent. NeurIPS 2019.
#pragma once

#include <optional>
#include <vector>

#include "core/train/trainer.h"

namespace stepzero {

struct LinearizedRun {
    std::vector<double> losses;   ///< over all samples, before each step and behind the last; shorter where it diverged
    /// Above it plain gradient descent, or with momentum, does not stay near: of SGD alone, in units of its learning
    /// rate. Of the mean squared error 2/λ, λ the largest eigenvalue of Jᵀ J and the loss' curvature; of momentum β
    /// 2 (1 + β)/λ, of Nesterov's 2 (1 + β)/((1 + 2 β) λ). Of the cross-entropy with its curvature at step 0.
    std::optional<double> largest_rate;
};

/// J d at the present parameters, [outputs, samples]: by differences of ± a thousandth of the parameters' size, of
/// which float32 leaves some four digits. Throws Stopped.
Eigen::MatrixXd push_forward(
    const Trainer& trainer, const std::vector<WeightMatrix>& direction, const Context& context);

/// Whether there is one: of networks without a softmax of their own, on all samples at each step.
bool can_be_linearized(const Experiment& experiment);

/// By the experiment's optimizer. Precondition: can_be_linearized(), and those of Trainer. Throws BadInput, Stopped.
LinearizedRun linearized_run(
    const Experiment& experiment, const NetworkPlan& plan, NoiseCache& cache, const Context& context);

}   // namespace stepzero
