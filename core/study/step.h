// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers in the equations of one layer: its variances, and the sizes of its signal and its gradient. The equations
// panel substitutes them into its formulas, each with its predicted and its measured value.
#pragma once

#include <optional>

#include "core/study/compared.h"

namespace stepzero {

/// Var(W) as the rule of its scheme states it: numerator / denominator, times the fraction that truncation and rounding
/// leave.
struct VarianceRule {
    std::string numerator;   ///< with ^ and * as in source code: "gain^2"
    std::string denominator;   ///< "fan_in"; empty for a rule without a denominator
    double above = 0, below = 1;   ///< values of numerator and denominator
    double left = 1;   ///< the fraction that truncation and rounding leave
};

/// The numbers of one layer l. Numbers that may leave the range of double are log10; −inf is an exact zero.
struct StepNumbers {
    int layer = 1, depth = 1, fan_in = 1, fan_out = 1;
    double terms = 1;   ///< n, the weights that an output sums: fan_in, except in transposed convolutions
    double weight_variance = 0, weight_mean = 0, bias_variance = 0, bias_mean = 0;
    std::optional<VarianceRule> rule;   ///< absent for schemes without independent entries of a simple variance
    Compared weight_std;   ///< standard deviation of the entries of W
    Compared preactivation_rms, output_rms, output_std, gradient_rms;   ///< log10
    Compared output_mean;   ///< no prediction beyond the range of double
    Compared decorrelation;   ///< 1 − c of two inputs' preactivations
    bool normed = false;   ///< a norm of the batch or of the units precedes φ, and q_l is the variance after it
    bool theory = false;   ///< true when theory covers the layer; the members below are valid only then
    double sigma_w2 = 0, sigma_b2 = 0, chi = 0;
    double log10_input_square = 0;   ///< E[x_{l−1}²]
    double log10_length = 0;   ///< q_l = σ_w² E[x_{l−1}²] + σ_b²
    /// Fractions of q_l and of E[δ_l²] that remain in a convolution because its window extends beyond the edges,
    /// averaged over positions; otherwise 1.
    double inside = 1, inside_back = 1;
    double derivative_square = 0;   ///< E[φ'(z_l)²]; NaN where χ has left its range
    struct Next {
        double units = 0;   ///< n_{l+1}: number of outputs that an input contributes to
        double weight_variance = 0;
        double log10_gradient_square = 0;   ///< E[δ_{l+1}²]
        bool normed = false;   ///< the norm of layer l + 1 then contributes another factor
    };
    std::optional<Next> next;   ///< absent for the last layer, before pooling, and without a predicted gradient
    std::optional<double> log10_chi_product;   ///< product over all layers; absent where one is not predicted or pools
    std::optional<double> spread;   ///< standard deviation of ln RMS(z_l) among networks of this width
};

/// Returns the numbers of a layer, counted from 1. Precondition: the network is layered.
StepNumbers step_numbers(const Study& study, int layer);

/// Returns Var(W_ij) as the rule of the layer's scheme, with completed parameters. Absent for schemes without a simple
/// variance.
std::optional<VarianceRule> variance_rule(const LayerPlan& layer);

}   // namespace stepzero
