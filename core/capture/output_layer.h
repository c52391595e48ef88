// SPDX-License-Identifier: GPL-3.0-or-later
// The layer that computes the logits of a classifier.
#pragma once

#include "core/capture/capture.h"

namespace stepzero {

/// Returns the last linear layer or convolution with one output per class; null when the loss has no classes, or no
/// module computes the logits, as with a tied head.
const CapturedModule* output_layer(const Capture& capture);

}   // namespace stepzero
