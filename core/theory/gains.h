// SPDX-License-Identifier: GPL-3.0-or-later
// The gain calculator. A gain is the factor by which weights after an activation must exceed 1/√fan_in to preserve a
// quantity from layer to layer. It also finds where the activation is critical.
#pragma once

#include <optional>
#include <vector>

#include "core/base/run/context.h"
#include "core/theory/mean_field.h"

namespace stepzero {

/// Numbers of φ at preactivation variance q, z = √q g, g ~ N(0, 1), σ_b = 0. A gain is a σ_w, absent where its mean is
/// 0.
struct GainNumbers {
    double q = 1;
    double mean = 0, square = 0, variance = 0, derivative_square = 0;   ///< E[φ], E[φ²], Var(φ), E[φ'²]
    std::optional<double> forward;   ///< √(q/E[φ²]): keeps the next layer's variance at q; at q = 1: 1/√E[φ²]
    std::optional<double> of_variance;   ///< √(q/Var(φ)): the same for an activation whose mean is subtracted
    std::optional<double> backward;   ///< 1/√E[φ'²]: keeps the mean square of a gradient, χ = 1
};

GainNumbers gain_numbers(const GaussianExpectation& expectation, double q);

struct Gains {
    GainNumbers at_q;
    std::optional<double> pytorch;   ///< number of torch.nn.init.calculate_gain, if it has one

    /// The point with χ₁ = 1 that has q as fixed point. Absent for E[φ'²] = 0. With a negative σ_b², no network exists
    /// there.
    std::optional<CriticalPoint> critical;
    /// The point with χ₁ = 1 and no biases, with all fixed points there.
    std::optional<double> critical_weight_without_bias;
    std::optional<FixedPoint> without_bias;
    /// Fixed points of the length map when σ_w is the forward gain at q and there are no biases; q is one of them.
    std::optional<LengthFixedPoints> at_forward_gain;

    struct Curves {
        std::vector<double> z, value, derivative;   ///< over |z| ≤ max(4, 3√q)
        std::vector<double> root_q;   ///< 0.05 to 5
        std::vector<double> forward, of_variance, backward;   ///< over root_q; NaN where absent
        std::vector<double> log10_q;   ///< −3 to 3
        std::vector<double> critical_ratio, forward_ratio;   ///< V(q)/q at `critical` (if any), at the forward gain
    } curves;

    /// Returns a critical point that a network can have: at q, or else without biases.
    std::optional<Variances> usable() const;
    bool usable_at_q() const { return critical && critical->variances.bias >= 0; }
};

/// Precondition: q > 0. Throws Stopped. To compute gains at many q, keep the theory.
Gains gains(const MeanField& theory, double q, const Context& context = {});
Gains gains(const ActivationFunction& phi, double q, const Context& context = {});

}   // namespace stepzero
