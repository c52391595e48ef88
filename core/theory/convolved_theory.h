// SPDX-License-Identifier: GPL-3.0-or-later
// What a causal depthwise convolution and φ behind it do to the mean products of two tokens (state_space_theory.h).
// Internal to core/theory.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "core/math/quadrature/quadrature.h"
#include "core/theory/law_rule.h"

namespace stepzero {

class ConvolvedTheory {
public:
    /// Weights of mean 0.
    ConvolvedTheory(const ActivationFunction& phi, const std::vector<LawNode>& weights,
        const std::vector<LawNode>& biases, int taps);

    struct Passed {
        Eigen::ArrayXXd product;   ///< E[φ(u_t) φ(u_t')] over channels
        Eigen::ArrayXd square;   ///< E[u_t²]
    };
    /// For products of Gaussian x, [tokens, tokens].
    Passed forward(const Eigen::ArrayXXd& x) const;
    /// Of gradients at φ(u), given those products of x: at x.
    Eigen::ArrayXXd backward(const Eigen::ArrayXXd& x, const Eigen::ArrayXXd& gradient) const;

private:
    struct Kind {   // of channels
        std::vector<double> taps;   // the weight of the token itself first
        double weight;
    };

    ActivationFunction phi_;
    Roughness roughness_;
    std::vector<LawNode> biases_;
    std::vector<Kind> kinds_;
};

/// E[φ(z) φ(z')] of Gaussian z with these products, and E[φ'(z) φ'(z')].
struct ActivatedProducts {
    Eigen::ArrayXXd value, slope;
};
ActivatedProducts activated(
    const ActivationFunction& phi, const Roughness& roughness, const Eigen::ArrayXXd& z, double mean = 0);

}   // namespace stepzero
