// SPDX-License-Identifier: GPL-3.0-or-later
// The gain calculator: by how much the weights behind an activation must be larger than 1/√fan_in so that something
// stays the same from layer to layer, and where the activation is critical.
#pragma once

#include <optional>
#include <vector>

#include "core/base/run/context.h"
#include "core/theory/mean_field.h"

namespace stepzero {

/// Of φ at a preactivation variance q, z = √q g, g ~ N(0, 1), σ_b = 0. A gain is a σ_w, and absent where its mean is 0.
struct GainNumbers {
    double q = 1;
    double mean = 0, square = 0, variance = 0, derivative_square = 0;   ///< E[φ], E[φ²], Var(φ), E[φ'²]
    std::optional<double> forward;   ///< √(q/E[φ²]): the next layer's variance is q again; at q = 1: 1/√E[φ²]
    std::optional<double> of_variance;   ///< √(q/Var(φ)): the same for an activation whose mean is taken out
    std::optional<double> backward;   ///< 1/√E[φ'²]: the mean square of a gradient stays, χ = 1
};

GainNumbers gain_numbers(const GaussianExpectation& expectation, double q);

struct Gains {
    GainNumbers at_q;
    std::optional<double> pytorch;   ///< torch.nn.init.calculate_gain's own number, where it has one

    /// χ₁ = 1 with q for a fixed point. Absent where E[φ'²] = 0; a negative σ_b² means that no network is there.
    std::optional<CriticalPoint> critical;
    /// χ₁ = 1 without biases, with all fixed points there.
    std::optional<double> critical_weight_without_bias;
    std::optional<FixedPoint> without_bias;
    /// Fixed points of the length map with the forward gain at q for σ_w and no biases: q is one of them.
    std::optional<LengthFixedPoints> at_forward_gain;

    struct Curves {
        std::vector<double> z, value, derivative;   ///< over |z| ≤ max(4, 3√q)
        std::vector<double> root_q;   ///< 0.05 to 5
        std::vector<double> forward, of_variance, backward;   ///< over root_q; NaN where absent
        std::vector<double> log10_q;   ///< −3 to 3
        std::vector<double> critical_ratio, forward_ratio;   ///< V(q)/q at `critical` (if it exists) and forward gain
    } curves;

    /// A critical point that a network can have: at q, else without biases.
    std::optional<Variances> usable() const;
    bool usable_at_q() const { return critical && critical->variances.bias >= 0; }
};

/// Precondition: q > 0. Throws Stopped. Whoever asks for many q keeps the theory.
Gains gains(const MeanField& theory, double q, const Context& context = {});
Gains gains(const ActivationFunction& phi, double q, const Context& context = {});

}   // namespace stepzero
