// SPDX-License-Identifier: GPL-3.0-or-later
// Mean-field theory of recurrent networks (Chen, Pennington, Schoenholz 2018; Gilboa et al. 2019): the state of one
// unit as a random process in time, at infinite width. The inputs of φ and the gates are Gaussian, with covariances in
// time
//   C_k(t, s) = σ_hk² E[h_{t−1} h_{s−1}] + σ_ik² E[x_t x_s] + σ_bk²,
// since the same weights and biases act at every step. Parts k are independent of each other. To leading order in
// 1/width, sharing weights over time does not change the mean of a square at one time, E[h_t²].
//
// RNN: h_t = φ(z_t), z_t ~ N(m, C(t, t)). One length map gives every step, and its slopes give the gradient:
// E[δ_{t−1}²] = σ_h² E[φ'(z_t)²] E[δ_t²].
//
// GRU, LSTM: their states are not Gaussian, so units are sampled. Each sample is the whole history of one unit, whose
// new preactivations are sampled given those of the last steps. Backward, the gradient at h_t is also such a process,
// D(t, s) = Σ_k σ_hk² E[δa_k,t+1 δa_k,s+1], along the same histories.
//
// Range of validity: a matrix that acts t times correlates with its own past. For t near √width, the mean over networks
// of finite width deviates from the infinite one: t²/width for powers of one matrix. Signals lose memory of it when new
// inputs arrive; gradients do not. A step counts 1/K, K = √width·(1 − 0.85 r). Here r is the larger of the correlation
// of its preactivation with the previous one and the part of its variance due to the state. A gradient is predicted
// while its steps sum to at most 1. For a signal, earlier steps fade in this sum by d ln V/d ln q.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/run/context.h"
#include "core/base/words/text.h"
#include "core/math/activation/activation.h"

namespace stepzero {

/// Distributions of one part of a layer; variances of weights are multiplied by their fan_in. `a` denotes W_ih x +
/// b_ih, `b` denotes W_hh h + b_hh.
struct RecurrentPart {
    double input = 0, hidden = 0;   ///< σ_ik², σ_hk²
    double mean_a = 0, mean_b = 0;   ///< means of the biases
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
    double input_correlation = 0;   ///< E[x_t x_s]/E[x²] for different steps
    bool first_step_only = false;
    bool gradient = true;
    std::vector<RecurrentTheoryLayer> layers;
};

/// Moments of a number over all units and samples at one step.
struct RecurrentNumbers {
    double mean = 0, square = 0;
};

/// The top layer at one step.
struct RecurrentStep {
    RecurrentNumbers h;
    double ln_rms = 0;   ///< ln of the RMS of h, which is always in range
    std::optional<double> ln_preactivation_rms {};   ///< ln of the RMS at the input of the candidate's φ
    std::optional<RecurrentNumbers> c {};
    std::vector<std::optional<RecurrentNumbers>> gates {};   ///< in the order of parts; absent for the candidate
    std::optional<double> ln_gradient_rms {};   ///< at h, for a gradient with mean square 1 at the last step
    std::optional<double> chi {};   ///< σ_h² E[φ'²], for an RNN
};

struct RecurrentResult {
    std::vector<RecurrentStep> steps;   ///< fewer than the network's when `remark` says why
    Text remark {};
};

/// Throws Stopped.
RecurrentResult predict_recurrent(
    const RecurrentTheory& network, const ActivationFunction& phi, const Context& context);

}   // namespace stepzero
