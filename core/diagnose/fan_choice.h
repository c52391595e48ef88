// SPDX-License-Identifier: GPL-3.0-or-later
// Detects weights scaled by fan_out, or passed to their scheme in the transposed layout, and the effect on a signal.
// The fans of a transposed convolution are wrong in every scheme: PyTorch's fan_in counts the weights that an input
// reaches, and its fan_out ignores that a stride divides those of an input among outputs.
#pragma once

#include <string>
#include <vector>

#include "core/network/experiment/experiment.h"
#include "core/network/init/fan.h"

namespace stepzero {

bool counts_outputs(const Initializer& initializer);   ///< mode fan_out
/// Returns the fan of a transposed convolution by which a scheme scales its weights; none if it does not.
Fan transposed_fan(const Initializer& initializer, Shape shape);
/// Returns the same scheme with fan_in, in the correct layout.
Initializer counting_inputs(Initializer initializer);
/// Does the same, or returns an initializer that counts the weights that reach an output of a transposed convolution.
Initializer counting_inputs(const Initializer& initializer, Shape shape);

/// Returns the RMS of a matrix's output relative to fan_in in the correct layout; 1 when both are 0.
double fan_factor(const Initializer& initializer, Shape shape);
/// Returns whether a matrix uses another fan than fan_in and its output is off by at least thresholds::fan_ratio. A
/// transposed convolution's may be off by less, since the deviations of layers have the same sign.
bool counts_wrong_fan(const Initializer& initializer, Shape shape);

/// Returns the layer whose output is off the most: too large for `sign` 1, too small for −1, either for 0. Null when no
/// layer counts_wrong_fan() in that direction.
const LayerPlan* worst_fan(const std::vector<LayerPlan>& layers, int sign);

/// Returns ln of the largest change of the signal between any two positions that is due to fans. fan_out multiplies the
/// signal by √(fan_in/fan_out) in each layer. The product is near 1 unless widths vary strongly or the ends differ.
double swing_by_fans(const std::vector<LayerPlan>& layers);

}   // namespace stepzero
