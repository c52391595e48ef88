// SPDX-License-Identifier: GPL-3.0-or-later
// How far the RMS of a finite network's signal may lie from the infinite one's, for activations that are
// straight on both sides of 0 (linear, ReLU and its leaky kin).
//
// Hanin and Nica 2018: given x_{l−1}, the mean square of a layer of n units has relative variance κ/n, so
// ln‖x_L‖² of one input has variance Σ κ/n_l: 5β for ReLU, 2β for linear, β = Σ 1/n_l. Their law is about one
// input; an RMS over a batch averages inputs whose fluctuations are correlated through the weights that they
// share: κ(c) = Cov(φ(u)², φ(v)²)/E[φ²]² at correlation c, here from the arc-cosine kernel of order 2.
#pragma once

#include <optional>

#include "core/activation/activation.h"

namespace stepzero {

struct InputMoments;

class FiniteWidth {
public:
    FiniteWidth(const InputMoments& input, int input_width, int samples);

    /// Goes through a layer. `share`: the part of q that is signal, not bias. `lawful`: independent weights
    /// of mean 0 and a bias of mean 0; the first layer that is not ends the law.
    void layer(const ActivationFunction& phi, int units, double share, bool lawful);

    /// Standard deviation over networks of ln RMS after the last layer gone through.
    std::optional<double> preactivation_spread() const;
    std::optional<double> activation_spread() const;

private:
    double averaged(double one, double two) const { return one / samples_ + two * (1 - 1 / samples_); }

    double samples_;
    bool lawful_ = true;
    double one_, two_ = 0;   // relative covariance of the mean squares of one input, of two different inputs
    double correlation_;   // of two inputs
    double wandering_;   // variance of that correlation over networks and inputs
    double preactivation_ = 0, activation_ = 0;   // relative variances of the batch's mean square
};

}   // namespace stepzero
