// SPDX-License-Identifier: GPL-3.0-or-later
// What mean-field theory says that simulate() should find, layer by layer: infinite width, weights and biases
// independent between layers, any widths, schemes, overrides and input. With v = Var(W_l):
// q_l = fan_in v E[x_{l−1}²] + Var(b_l), E[δ_l²] = E[φ'(z_l)²] n_{l+1} v_{l+1} E[δ_{l+1}²], E[δ_L²] = E[φ'(z_L)²].
//
// Not covered, and then absent rather than wrong: weights whose mean is not zero (their signals keep a part
// that is common to all units, which no width averages out), the identity among them; input from a file
// unless its mean square is told; what comes behind a maximum over positions, and behind a mean over them where their
// correlations are not known (biases with a mean, input whose entries are not independent). A bias with a mean is
// covered. After a layer that is not covered nothing is known of the later ones, nor of any gradient.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/experiment/experiment.h"
#include "core/random/natural.h"
#include "core/theory/mean_field.h"

namespace stepzero {

/// Numbers are plain doubles and may leave their range in deep networks (0 or inf, never NaN); the log10
/// beside them never does (−inf for an exact zero).
struct LayerPrediction {
    Variances variances;   ///< σ_w² = fan_in·Var(W) and σ_b² of this layer
    double weight_std = 0;
    double preactivation_rms = 0, log10_preactivation_rms = 0;
    double activation_mean = 0;
    double activation_std = 0, log10_activation_std = 0;
    double activation_rms = 0, log10_activation_rms = 0;
    std::optional<double> gradient_rms, log10_gradient_rms;   ///< absent when the experiment measures none
    double chi = 0;   ///< σ_w² E[φ'(z_l)²]: mean squared singular value of diag(φ'(z_l)) W_l
    double zero_fraction = 0;
    double saturated_fraction = 0;
    std::optional<double> pooled_rms, log10_pooled_rms;   ///< behind a pooling
    /// Finite width: standard deviation over networks of ln RMS, where the law holds (finite_width.h), and the shift
    /// that goes with it: ln of the root of the mean square over networks of this width, less ln of the prediction.
    /// ln RMS is close to normal with mean ln(the prediction) + shift − spread², so the band at k σ is
    /// rms·exp(shift − spread² ± k·spread).
    std::optional<double> preactivation_spread, activation_spread, gradient_spread;
    double preactivation_shift = 0, activation_shift = 0, gradient_shift = 0;
    /// Standard deviation over networks of the output's mean, and of ln of its standard deviation.
    std::optional<double> activation_mean_spread, activation_std_spread;
    /// 1 − c of the preactivations of two inputs of equal length at the experiment's angle, with the standard
    /// deviation over networks of the mean over the pairs that are measured; absent when it is not measured, after a
    /// bias with a mean, and where a signal is zero or beyond 1e±60.
    std::optional<double> decorrelation, decorrelation_spread;
};

struct DensePrediction {
    std::vector<std::optional<LayerPrediction>> layers;
    /// Of a network whose layers (from the second on) all have the same activation and variances.
    std::optional<FixedPoint> fixed_point;
    std::string remark;   ///< why layers are absent; mostly empty
};

/// What the theory must know of the input.
struct InputMoments {
    double mean_square = 1;   ///< E[x_0²]
    double correlation = 0;   ///< of two different samples: E[x_0 x_0'] / E[x_0²]
    double kurtosis = 3;   ///< E[x_0⁴] / E[x_0²]², for the finite-width spread of one sample; 1: none
    /// Of positions of a sample that are not independent, entries where the network has none. Gaussian, kurtosis 3.
    std::optional<NaturalLikeness> alike {};

    /// Var(|x_0|²)/E[|x_0|²]² of so many entries, and the variance of the correlation of two samples.
    double length_variance(int entries) const;
    double chance(int entries) const;
};

/// Returns the moments of the experiment's input distribution; nothing for a file and for tokens.
std::optional<InputMoments> input_moments(const Experiment& experiment);

/// Of the layers of a dense network. `known_input` stands in for a file.
DensePrediction predict(
    const std::vector<LayerPlan>& plan, const Experiment& experiment, std::optional<InputMoments> known_input = {});

}   // namespace stepzero
