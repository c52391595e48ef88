// SPDX-License-Identifier: GPL-3.0-or-later
// Detects losses of signal and gradient that no initialization causes: average pooling over positions, and zero
// padding.
#pragma once

#include <string>

#include "core/diagnose/case.h"

namespace stepzero {

/// Returns `lost_signal` with average pooling or padding as its cause, and their removal as its fixes. They must
/// account for more than half of the loss from layer 1 to `end`; else returns nothing. `ln_lost`: ln of the factor by
/// which the RMS of z decreases.
std::optional<Finding> blamed_on_positions(const Case& c, const Finding& lost_signal, int end, double ln_lost);
/// Does the same for the gradient's norm, which each mean over n positions divides by √n.
std::optional<Finding> gradient_blamed_on_positions(
    const Case& c, const Finding& lost_gradient, int end, double ln_lost);

}   // namespace stepzero
