// SPDX-License-Identifier: GPL-3.0-or-later
// What positions take of signal and gradient, which no scheme is to blame for: means over them, and an edge of zeros.
#pragma once

#include <string>

#include "core/diagnose/case.h"

namespace stepzero {

/// The cause as a sentence, where average pooling or the edge takes more than half of what is lost from layer 1 to
/// `end`; else empty. `ln_lost`: of the RMS of z, as the logarithm of how many times smaller it is.
std::string lost_signal_cause(const Case& c, int end, double ln_lost);
/// The same of the gradient's norm, which each mean over n positions divides by √n.
std::string lost_gradient_cause(const Case& c, int end, double ln_lost);

}   // namespace stepzero
