// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers that stand in the equations of one layer, for the panel that puts them in.
#pragma once

#include <optional>

#include "core/study/compared.h"

namespace stepzero {

/// Var(W) as its scheme's rule writes it: numerator / denominator, of which truncation and rounding leave a part.
struct VarianceRule {
    std::string numerator;   ///< "gain²" with ^ and * as in a program: "gain^2"
    std::string denominator;   ///< "fan_in"; empty for a rule without one
    double above = 0, below = 1;   ///< their values
    double left = 1;
};

/// log10 where a number may leave the range of double; −inf is an exact zero.
struct StepNumbers {
    int layer = 1, depth = 1, fan_in = 1, fan_out = 1;
    double weight_variance = 0, weight_mean = 0, bias_variance = 0, bias_mean = 0;
    std::optional<VarianceRule> rule;   ///< absent for schemes without independent entries of a simple variance
    Compared weight_std;   ///< of the entries
    Compared preactivation_rms, output_rms, output_std, gradient_rms;   ///< log10
    Compared output_mean;   ///< absent beyond the range of double
    Compared decorrelation;   ///< 1 − c of two inputs' preactivations
    bool theory = false;   ///< whether it speaks of the layer; the rest is of use only then
    double sigma_w2 = 0, sigma_b2 = 0, chi = 0;
    double log10_input_square = 0;   ///< E[x_{l−1}²]
    double log10_length = 0;   ///< q_l = σ_w² E[x_{l−1}²] + σ_b²
    /// Of convolutions, in the mean over positions: the part of q_l, and of E[δ_l²], that edges leave.
    double inside = 1, inside_back = 1;
    double derivative_square = 0;   ///< E[φ'(z_l)²]; NaN where χ has left its range
    struct Next {
        double units = 0;   ///< n_{l+1}: outputs that an input takes part in
        double weight_variance = 0;
        double log10_gradient_square = 0;   ///< E[δ_{l+1}²]
    };
    std::optional<Next> next;   ///< absent for the last layer, and where no gradient is measured
    std::optional<double> log10_chi_product;   ///< of all layers; absent where one is not predicted
    std::optional<double> spread;   ///< of ln RMS(z_l) among networks of this width
};

/// Of a layer, counted from 1. Precondition: the network is layered.
StepNumbers step_numbers(const Study& study, int layer);

/// Var(W_ij) of a scheme with completed parameters.
std::optional<VarianceRule> variance_rule(const LayerPlan& layer);

}   // namespace stepzero
