// SPDX-License-Identifier: GPL-3.0-or-later
// Predicts how rounding errors grow through plain layers, to first order and in the mean. Each operation adds its own
// error. A layer passes on the errors of the previous one like any small difference, by χ = σ_w² E[φ'(z)²].
#pragma once

#include <optional>
#include <vector>

#include "core/math/activation/activation.h"
#include "core/math/statistics/float_format.h"

namespace stepzero {

/// Returns E[(R(x) − x)²]/E[x²] for x with mean 0 and this RMS, normal or else uniform. R rounds to the format. Returns
/// infinity on overflow, and 0 for a zero RMS.
double rounding_noise(double rms, bool normal, const FloatRange& range);

/// Known moments of a layer z = W x + b, x' = φ(z), in the mean over units.
struct RoundedLayer {
    double weight_variance = 0;   ///< σ_w²
    double bias_variance = 0;   ///< σ_b²
    double weight_std = 0;
    bool normal_weights = true;   ///< false: uniform
    double preactivation_rms = 0, output_rms = 0;
    double chi = 0;
    const ActivationFunction* phi = nullptr;
};

/// Returns ‖x̃ − x‖/‖x‖ of the output of each layer when x, W, b and all results are rounded. Absent from the first
/// layer on where the error is no longer small (above 0.3) or the format overflows.
std::vector<std::optional<double>> rounding_errors(
    double input_rms, const std::vector<RoundedLayer>& layers, const FloatRange& range);

}   // namespace stepzero
