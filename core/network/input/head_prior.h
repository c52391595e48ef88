// SPDX-License-Identifier: GPL-3.0-or-later
// What a head predicts before it has read anything: the softmax p of its bias alone, for biases that are known numbers
// and not random ones.
#pragma once

#include <Eigen/Core>
#include <vector>

namespace stepzero {

struct HeadPrior {
    double mean = 0, variance = 0;   ///< mean and variance of the bias over tokens
    double entropy = 0;   ///< entropy of p, nats
    double square = 0;   ///< Σ p²
    // With the frequencies f of the targets:
    double cost = 0;   ///< the cross-entropy −Σ f ln p, nats
    double hits = 0;   ///< Σ f p
};

/// Returns the prior of a bias; without frequencies, targets have the frequencies p.
HeadPrior head_prior(const Eigen::VectorXf& bias, const std::vector<double>& frequencies);

}   // namespace stepzero
