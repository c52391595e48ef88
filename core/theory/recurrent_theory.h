// SPDX-License-Identifier: GPL-3.0-or-later
// Mean-field theory of recurrent networks (Chen, Pennington, Schoenholz 2018; Gilboa et al. 2019): the state of one
// unit as a random process in time, at infinite width. What enters φ and the gates is Gaussian, with covariances in
// time
//   C_k(t, s) = σ_hk² E[h_{t−1} h_{s−1}] + σ_ik² E[x_t x_s] + σ_bk²,
// since the same weights and biases are met at every step; parts k are independent of each other. Weights that are
// shared over time do not change the mean of a square at one time, E[h_t²], to leading order in 1/width.
//
// RNN: h_t = φ(z_t), z_t ~ N(m, C(t, t)), so one length map gives every step, and its slopes the gradient:
// E[δ_{t−1}²] = σ_h² E[φ'(z_t)²] E[δ_t²]. GRU, LSTM: their states are not Gaussian, so units are sampled. Each sample
// is one unit's whole history, whose new preactivations are drawn given those of the last steps; backward the gradient
// at h_t is such a process too, D(t, s) = Σ_k σ_hk² E[δa_k,t+1 δa_k,s+1], along the same histories.
//
// Where it ends: a matrix that is met t times correlates with its own past, and the mean over networks of finite width
// leaves the infinite one's when t comes near √width: t²/width for powers of one matrix. Signals lose memory of it
// where new inputs come, and gradients do not. A step counts 1/K, K = √width·(1 − 0.85 r), r the larger of the
// correlation of its preactivation with the one before and of the part of its variance that comes from the state. A
// gradient is told while its steps sum to 1; a signal while the sum does in which earlier steps fade by d ln V/d ln q.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/run/context.h"
#include "core/base/words/text.h"
#include "core/math/activation/activation.h"

namespace stepzero {

/// Laws of one part of a layer, the variances of weights times their fan_in. `a` is of W_ih x + b_ih, `b` of W_hh h +
/// b_hh.
struct RecurrentPart {
    double input = 0, hidden = 0;   ///< σ_ik², σ_hk²
    double mean_a = 0, mean_b = 0;   ///< of the biases
    double variance_a = 0, variance_b = 0;
};

struct RecurrentTheoryLayer {
    std::vector<RecurrentPart> parts;   ///< in the order of CellInfo::parts
};

enum class RecurrentForm { rnn, gru, lstm };

struct RecurrentTheory {
    RecurrentForm form = RecurrentForm::lstm;
    int steps = 1, width = 1;
    double input_square = 1;   ///< E[x²]
    double input_correlation = 0;   ///< E[x_t x_s]/E[x²] of different steps
    bool first_step_only = false;
    bool gradient = true;
    std::vector<RecurrentTheoryLayer> layers;
};

/// A number of every sample of a unit at one step.
struct RecurrentNumbers {
    double mean = 0, square = 0;
};

/// The top layer at one step.
struct RecurrentStep {
    RecurrentNumbers h;
    double ln_rms = 0;   ///< ln of the RMS of h, which never leaves its range
    std::optional<double> ln_preactivation_rms {};   ///< ln of the RMS that enters the candidate's φ
    std::optional<RecurrentNumbers> c {};
    std::vector<std::optional<RecurrentNumbers>> gates {};   ///< in the order of parts; none at the candidate's
    std::optional<double> ln_gradient_rms {};   ///< at h, for a gradient of mean square 1 at the last step
    std::optional<double> chi {};   ///< σ_h² E[φ'²] of an RNN
};

struct RecurrentResult {
    std::vector<RecurrentStep> steps;   ///< fewer than the network's where `remark` says why
    Text remark {};
};

/// Throws Stopped.
RecurrentResult predict_recurrent(
    const RecurrentTheory& network, const ActivationFunction& phi, const Context& context);

}   // namespace stepzero
