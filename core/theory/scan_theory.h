// SPDX-License-Identifier: GPL-3.0-or-later
// The theory of the selective scan of a state-space block (state_space_theory.h). Internal to core/theory.
#pragma once

#include <Eigen/Core>
#include <optional>
#include <vector>

#include "core/network/init/base.h"
#include "core/theory/law_rule.h"
#include "core/theory/prediction.h"

namespace stepzero {

/// The scan, averaged over channels whose Δ and A are at quadrature nodes of their distributions.
class ScanTheory {
public:
    ScanTheory(const Law& dt_bias, const Law& a_log, int states);

    /// Returns E[y y'] from the products of x, of B (those of C are the same) and of p.
    Eigen::ArrayXXd forward(const Eigen::ArrayXXd& x, const Eigen::ArrayXXd& b, const Eigen::ArrayXXd& p) const;

    struct Back {
        Eigen::ArrayXXd x, b, c, p;   ///< per channel, per state (B and C), for p
    };
    /// Returns the products of the gradients, from the products g of the gradient at y of `channels` channels.
    Back backward(const Eigen::ArrayXXd& x, const Eigen::ArrayXXd& b, const Eigen::ArrayXXd& p,
        const Eigen::ArrayXXd& g, int channels) const;

    /// Reports the time constants for tokens whose p has the variance `square`, of which all tokens share `common`.
    void tell(SitePrediction& site, double square, double common) const;

private:
    struct Bias {
        double step, slope, weight;   ///< softplus and its slope
    };
    struct Steps {
        double mean, slope;   ///< E[Δ], dΔ/dp
        Eigen::ArrayXXd pair;   ///< E[Δ Δ']
    };

    static Steps steps_of(const Bias& bias, double square, const Eigen::ArrayXXd& p);

    /// Calls body(steps, rate, decay, weight, E[(Δ B x)(Δ B x)']); the weights sum to the number of states.
    template <class Body>
    void each(const Eigen::ArrayXXd& x, const Eigen::ArrayXXd& b, const Eigen::ArrayXXd& p, const Body& body) const;

    std::vector<LawNode> rates_;
    std::vector<Bias> biases_;
    double states_;
    std::optional<double> shortest_, longest_;
};

}   // namespace stepzero
