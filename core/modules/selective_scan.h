// SPDX-License-Identifier: GPL-3.0-or-later
// The selective scan of a state-space block, along the tokens of each sequence:
//   h_t = e^(Δ_t A) h_{t−1} + Δ_t B_t x_t,   y_t = C_t · h_t,
// with a state of n numbers a channel, A = −rate < 0 of the channel's own, and B, C, Δ that depend on the token.
// Gu, Dao: Mamba, linear-time sequence modeling with selective state spaces. 2023.
#pragma once

#include "core/modules/signal.h"
#include "core/network/init/noise.h"

namespace stepzero {

/// What it is made of. Columns are tokens, sequence after sequence of `positions`.
struct ScanTerms {
    const Tensor &x, &step;   ///< [channels, columns]; step: Δ
    Eigen::Ref<const Tensor> b, c;   ///< [states, columns]
    const WeightMatrix& rate;   ///< −A: [channels, states]
    int positions = 1;
};

struct Scanned {
    Tensor y;   ///< [channels, columns]
    double mean_decay = 0;   ///< of e^(ΔA) over columns, channels and states
};
/// Throws Stopped.
Scanned scan(const ScanTerms& terms, const Context& context);

/// For a gradient at y: at everything that y is made of.
struct ScanGradients {
    Tensor x, step, b, c;
    WeightMatrix rate;
};
/// Throws Stopped.
ScanGradients scan_backward(const ScanTerms& terms, const Tensor& gradient, const Context& context);

}   // namespace stepzero
