// SPDX-License-Identifier: GPL-3.0-or-later
// Recurrent theory of gated cells: the histories of many units of a wide network, sampled. Internal to core/theory.
#pragma once

#include "core/base/words/text.h"
#include "core/theory/recurrent_theory.h"

namespace stepzero {

/// E[x_t x_s] of what enters a layer, x being one entry.
class RecurrentInputs {
public:
    virtual ~RecurrentInputs() = default;
    virtual double covariance(int t, int s) const = 0;   ///< steps count from 0
};

/// What theory says of a layer, and what the layer hands on.
struct RecurrentLayerResult {
    std::vector<RecurrentStep> steps;
    std::vector<std::vector<double>> covariances;   ///< E[h_t h_{t−k}] as [t][k], of the last steps before t
    Text remark;
};

/// K: how many steps that share a matrix may be told, r as recurrent_theory.h has it.
double recurrent_reach(int width, double r);
inline Text recurrent_silence() { return tr("theory of one matrix for all steps holds for about √width steps"); }

/// Of a GRU or LSTM. `number` tells layers apart. Numbers are right to about 1/√samples: 1 % of a mean square. Throws
/// Stopped.
RecurrentLayerResult sampled_recurrent(const RecurrentTheory& network, const RecurrentTheoryLayer& layer, int number,
    const ActivationFunction& phi, const RecurrentInputs& inputs, bool top, const Context& context);

}   // namespace stepzero
