// SPDX-License-Identifier: GPL-3.0-or-later
// The effect of a causal depthwise convolution and the activation after it on the mean products of two tokens
// (state_space_theory.h). Internal to core/theory.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "core/math/quadrature/quadrature.h"
#include "core/theory/law_rule.h"

namespace stepzero {

class ConvolvedTheory {
public:
    /// Precondition: the weights have mean 0.
    ConvolvedTheory(const ActivationFunction& phi, const std::vector<LawNode>& weights,
        const std::vector<LawNode>& biases, int taps);

    struct Passed {
        Eigen::ArrayXXd product;   ///< E[φ(u_t) φ(u_t')] over channels
        Eigen::ArrayXd square;   ///< E[u_t²]
    };
    /// Returns the products after φ, for products of Gaussian x, [tokens, tokens].
    Passed forward(const Eigen::ArrayXXd& x) const;
    /// Returns the products of gradients at x for those at φ(u), given the products of x.
    Eigen::ArrayXXd backward(const Eigen::ArrayXXd& x, const Eigen::ArrayXXd& gradient) const;

private:
    struct Kind {   // a kind of channel
        std::vector<double> taps;   // the weight of the token itself comes first
        double weight;
    };

    ActivationFunction phi_;
    Roughness roughness_;
    std::vector<LawNode> biases_;
    std::vector<Kind> kinds_;
};

/// E[φ(z) φ(z')] and E[φ'(z) φ'(z')] of Gaussian z with given products.
struct ActivatedProducts {
    Eigen::ArrayXXd value, slope;
};
ActivatedProducts activated(
    const ActivationFunction& phi, const Roughness& roughness, const Eigen::ArrayXXd& z, double mean = 0);

}   // namespace stepzero
