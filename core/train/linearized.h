// SPDX-License-Identifier: GPL-3.0-or-later
// Training of the network that is linearized in its parameters at step 0, f(θ) ≈ f(θ₀) + J (θ − θ₀). This is training
// with the empirical neural tangent kernel K = J Jᵀ. Jacot, Gabriel, Hongler: Neural tangent kernel. NeurIPS 2018; Lee
// et al.: Wide neural networks of any depth evolve as linear models under gradient descent. NeurIPS 2019.
#pragma once

#include <optional>
#include <vector>

#include "core/train/trainer.h"

namespace stepzero {

struct LinearizedRun {
    std::vector<double> losses;   ///< over all samples, before each step and after the last; shorter if diverged
    /// The largest stable learning rate of gradient descent; only for SGD. With λ the largest eigenvalue of Jᵀ S J,
    /// where S is the loss' curvature, it is 2/λ. With momentum β it is 2 (1 + β)/λ, with Nesterov's 2 (1 + β)/((1 + 2
    /// β) λ). For the cross-entropy, S is the curvature at step 0.
    std::optional<double> largest_rate;
};

/// Returns J d at the present parameters, [outputs, samples]. It uses differences of ± a thousandth of the parameters'
/// size, which leave about four digits in float32. Throws Stopped.
Eigen::MatrixXd push_forward(
    const Trainer& trainer, const std::vector<WeightMatrix>& direction, const Context& context);

/// Returns whether linearized training is available: for networks without their own softmax, with all samples per step.
bool can_be_linearized(const Experiment& experiment);

/// Runs linearized training with the experiment's optimizer. Precondition: can_be_linearized(), and those of Trainer.
/// Throws BadInput, Stopped.
LinearizedRun linearized_run(
    const Experiment& experiment, const NetworkPlan& plan, NoiseCache& cache, const Context& context);

}   // namespace stepzero
