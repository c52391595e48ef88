// SPDX-License-Identifier: GPL-3.0-or-later
// What positions take of signal and gradient, which no scheme is to blame for: means over them, and an edge of zeros.
#pragma once

#include <string>

#include "core/diagnose/case.h"

namespace stepzero {

/// Where average pooling or the edge takes more than half of what is lost from layer 1 to `end`, the finding with that
/// for its cause and without it for its fixes; else none. `ln_lost`: of the RMS of z, as the logarithm of how many
/// times smaller it is.
std::optional<Finding> blamed_on_positions(const Case& c, const Finding& lost_signal, int end, double ln_lost);
/// The same of the gradient's norm, which each mean over n positions divides by √n.
std::optional<Finding> gradient_blamed_on_positions(
    const Case& c, const Finding& lost_gradient, int end, double ln_lost);

}   // namespace stepzero
