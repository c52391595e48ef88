// SPDX-License-Identifier: GPL-3.0-or-later
// Recurrent theory of gated cells, which samples the histories of many units of a wide network. Internal to
// core/theory.
#pragma once

#include "core/base/words/text.h"
#include "core/theory/recurrent_theory.h"

namespace stepzero {

/// E[x_t x_s] of the input of a layer, where x is one entry.
class RecurrentInputs {
public:
    virtual ~RecurrentInputs() = default;
    virtual double covariance(int t, int s) const = 0;   ///< steps count from 0
};

/// The predictions for a layer, and the covariances of its output.
struct RecurrentLayerResult {
    std::vector<RecurrentStep> steps;
    std::vector<std::vector<double>> covariances;   ///< E[h_t h_{t−k}] as [t][k], for the last steps before t
    Text remark;
};

/// Returns K, how many steps that share a matrix theory covers, for the r of recurrent_theory.h.
double recurrent_reach(int width, double r);
inline Text recurrent_silence() { return tr("theory of one matrix for all steps holds for about √width steps"); }

/// Predicts a GRU or LSTM layer by sampling. `number` distinguishes layers. The error is about 1/√samples: 1% of a mean
/// square. Throws Stopped.
RecurrentLayerResult sampled_recurrent(const RecurrentTheory& network, const RecurrentTheoryLayer& layer, int number,
    const ActivationFunction& phi, const RecurrentInputs& inputs, bool top, const Context& context);

}   // namespace stepzero
