// SPDX-License-Identifier: GPL-3.0-or-later
// Initializers that may fix plain layers, found by mean-field theory. Internal to core/diagnose.
#pragma once

#include <memory>

#include "core/base/words/text.h"
#include "core/diagnose/change.h"
#include "core/theory/mean_field.h"

namespace stepzero {

Initializer mean_field_weight(double variance, const char* distribution);   ///< σ_w²
Initializer mean_field_bias(double variance);   ///< σ_b²
/// Weights that are orthogonal as a map of whole samples; absent if the kernel cannot be.
std::optional<Initializer> orthogonal_weight(const LayerPlan& layer, double variance);

/// Caches the mean-field theory of each activation.
class Theories {
public:
    const MeanField& of(const Activation& activation);

private:
    std::vector<std::pair<Activation, std::unique_ptr<MeanField>>> known_;
};

/// Returns the σ_b² for which σ_w² is critical, on the part of the critical line where lengths are stable.
std::optional<double> critical_bias_variance(const GaussianExpectation& expectation, double weight_variance);

/// Returns the slope with which leaky ReLU keeps a tenth of the difference between uncorrelated inputs after `depth`
/// layers (Zhang et al. 2022: deep learning without shortcuts). Absent if plain ReLU keeps enough. Throws Stopped.
std::optional<double> tailored_slope(int depth, const Context& context);

/// Returns "4 times as wide".
Text times_as_wide(int factor);

}   // namespace stepzero
