// SPDX-License-Identifier: GPL-3.0-or-later
// Weights that are scaled by fan_out, or were handed to their scheme in the other layout: what that does to a signal.
#pragma once

#include <string>
#include <vector>

#include "core/network/experiment/experiment.h"

namespace stepzero {

bool counts_outputs(const Initializer& initializer);   ///< mode fan_out
/// The same scheme by fan_in, in the right layout.
Initializer counting_inputs(Initializer initializer);

/// RMS of a matrix's output against what fan_in in the right layout gives; 1 where both are 0.
double fan_factor(const Initializer& initializer, Shape shape);
/// Whether a matrix counts another fan than fan_in, and its output is off by thresholds::fan_ratio or more.
bool counts_wrong_fan(const Initializer& initializer, Shape shape);

/// The one of these layers whose output is off the most, larger for `sign` 1, smaller for −1, either way for 0; null
/// where none counts_wrong_fan() in that direction.
const LayerPlan* worst_fan(const std::vector<LayerPlan>& layers, int sign);

/// ln of how much of a signal's change between any two places of a network fans make: fan_out multiplies it by
/// √(fan_in/fan_out) in each layer, which adds up to little unless widths swing or the ends differ.
double swing_by_fans(const std::vector<LayerPlan>& layers);

}   // namespace stepzero
