// SPDX-License-Identifier: GPL-3.0-or-later
// The layer that computes the logits of a classifier, and its loss next to that of uniform outputs.
#pragma once

#include <optional>

#include "core/capture/capture.h"

namespace stepzero {

/// Returns the last linear layer or convolution with one output per class; null when the loss has no classes, or no
/// module computes the logits, as with a tied head.
const CapturedModule* output_layer(const Capture& capture);

/// Returns the loss of outputs that prefer no class; absent for other losses than cross-entropy.
std::optional<double> uniform_loss(const CapturedLoss& loss);

/// Returns by how many nats the loss is above that of uniform outputs, or below if negative. 0 within what is usual
/// (capture_limits::loss) and what the targets of a small batch make of it by chance, and when it is unknown.
double notable_loss_offset(const Capture& capture);

/// Returns whether the logits are so large that softmax is sure of one class, and of wrong ones.
bool has_sharp_logits(const Capture& capture);

}   // namespace stepzero
