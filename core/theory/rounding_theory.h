// SPDX-License-Identifier: GPL-3.0-or-later
// How rounding errors grow through plain layers, to first order and in the mean: each operation adds its own, and a
// layer passes on those of the one before as it passes on any small difference, by χ = σ_w² E[φ'(z)²].
#pragma once

#include <optional>
#include <vector>

#include "core/math/activation/activation.h"
#include "core/math/statistics/float_format.h"

namespace stepzero {

/// E[(R(x) − x)²]/E[x²] for x of mean 0 and this RMS, normal, or uniform if it is bounded; R rounds to the format, and
/// infinity where it overflows. 0 of 0.
double rounding_noise(double rms, bool normal, const FloatRange& range);

/// What theory knows of a layer z = W x + b, x' = φ(z), in the mean over units.
struct RoundedLayer {
    double weight_variance = 0;   ///< σ_w²
    double bias_variance = 0;   ///< σ_b²
    double weight_std = 0;
    bool normal_weights = true;   ///< else uniform
    double preactivation_rms = 0, output_rms = 0;
    double chi = 0;
    const ActivationFunction* phi = nullptr;
};

/// ‖x̃ − x‖/‖x‖ of the output of each layer where x, W, b and what every operation gives are rounded. Absent from where
/// the error is not small any more (above 0.3), or the format overflows.
std::vector<std::optional<double>> rounding_errors(
    double input_rms, const std::vector<RoundedLayer>& layers, const FloatRange& range);

}   // namespace stepzero
