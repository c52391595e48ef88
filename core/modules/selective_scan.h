// SPDX-License-Identifier: GPL-3.0-or-later
// The selective scan of a state-space block, which carries a state along the tokens of each sequence:
//   h_t = e^(Δ_t A) h_{t−1} + Δ_t B_t x_t,   y_t = C_t · h_t.
// Each channel has a state of n numbers and its own A = −rate < 0; B, C and Δ depend on the token. Gu, Dao: Mamba,
// linear-time sequence modeling with selective state spaces. 2023.
#pragma once

#include "core/modules/signal.h"
#include "core/network/init/noise.h"

namespace stepzero {

/// Inputs of the scan. Columns are tokens; sequences of `positions` tokens follow one another.
struct ScanTerms {
    const Tensor &x, &step;   ///< [channels, columns]; step: Δ
    Eigen::Ref<const Tensor> b, c;   ///< [states, columns]
    const WeightMatrix& rate;   ///< −A: [channels, states]
    int positions = 1;
};

struct Scanned {
    Tensor y;   ///< [channels, columns]
    double mean_decay = 0;   ///< mean of e^(ΔA) over columns, channels and states
};
/// Throws Stopped.
Scanned scan(const ScanTerms& terms, const Context& context);

/// Gradients at all inputs of the scan, for a gradient at y.
struct ScanGradients {
    Tensor x, step, b, c;
    WeightMatrix rate;
};
/// Throws Stopped.
ScanGradients scan_backward(const ScanTerms& terms, const Tensor& gradient, const Context& context);

}   // namespace stepzero
