// SPDX-License-Identifier: GPL-3.0-or-later
// What kinds whose blocks are plain layers (NetworkKind::layered) have in common: each z = W x + b or a convolution in
// its place, then x = φ(z), with the sites "preactivation" and "activation_output" and the parameters "weight".
// Internal to core/kinds.
#pragma once

#include "core/base/words/text.h"
#include "core/kinds/kinds.h"
#include "core/modules/signal.h"

namespace stepzero {

NetworkPlan plan_of_layers(const NetworkKind& kind, const Network& network);

/// NetworkKind::sizes of kernels on square images, or along lines: "3 × 3 on 8 × 8".
Text kernel_sizes(double kernel, double side, bool square);

/// Of its numbers.
double rms_of(const Signal& signal);

/// Why a scheme cannot fill a kernel, as the end of a sentence about it; mostly empty.
Text kernel_problem(const Initializer& initializer, Shape shape, int groups);

/// NetworkKind::predict of them.
Prediction predict_layers(const Experiment& experiment, const NetworkPlan& plan, Extent extent,
    const std::optional<InputMoments>& known, const Context& context);

}   // namespace stepzero
