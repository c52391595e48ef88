// SPDX-License-Identifier: GPL-3.0-or-later
// Weights that change plain layers for the better, and what theory says of them. Internal to core/diagnose.
#pragma once

#include <memory>

#include "core/diagnose/change.h"
#include "core/theory/mean_field.h"

namespace stepzero {

Initializer mean_field_weight(double variance, const char* distribution);   ///< σ_w²
Initializer mean_field_bias(double variance);   ///< σ_b²
/// Orthogonal as a map of whole samples. Absent where a kernel cannot be.
std::optional<Initializer> orthogonal_weight(const LayerPlan& layer, double variance);

/// Mean-field theory of the activations of a network, each made once.
class Theories {
public:
    const MeanField& of(const Activation& activation);

private:
    std::vector<std::pair<Activation, std::unique_ptr<MeanField>>> known_;
};

/// σ_b² at which σ_w² is critical, on the part of the line where lengths are stable.
std::optional<double> critical_bias_variance(const GaussianExpectation& expectation, double weight_variance);

/// The slope at which leaky ReLU leaves, after so many layers, a tenth of the difference of uncorrelated inputs (Zhang
/// et al. 2022: deep learning without shortcuts). Absent where plain ReLU leaves enough. Throws Stopped.
std::optional<double> tailored_slope(int depth, const Context& context);

/// How many times as wide.
std::string times_as_wide(int factor);

}   // namespace stepzero
