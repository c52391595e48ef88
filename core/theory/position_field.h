// SPDX-License-Identifier: GPL-3.0-or-later
// Mean squares of a convolutional network by position, as natural logarithms. When all positions see equally many
// others (circular edges, no stride), they stay equal forever; at an edge of zeros they differ. For any input with
// identically distributed positions, the mean over networks is
//     q_l(o) = σ_w²/taps · Σ_t E[x_{l−1}(o + t)²] + σ_b²,
// since the weights of the taps are independent. Backward, the same sum runs over the outputs that see a position. In a
// transposed convolution of stride s, an output sees taps/s^d of them in the mean, and that number replaces taps; where
// s does not divide the kernel, outputs see different numbers of taps, which makes a checkerboard.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "core/network/init/window.h"

namespace stepzero {

class PositionField {
public:
    explicit PositionField(double everywhere = 0) : ln_ {everywhere} { }
    explicit PositionField(std::vector<double> ln) : ln_(std::move(ln)) { }

    bool uniform() const { return ln_.size() == 1; }
    const std::vector<double>& ln() const { return ln_; }   ///< logarithm at every position, or one value for all
    double mean() const;   ///< ln of the mean over positions

    /// Returns q of a layer; ln_weight and ln_bias are ln σ_w² and ln σ_b². All taps share σ_w² equally, or one tap has
    /// all of it. σ_w² counts the weights that reach an output.
    PositionField forward(
        const Window& window, double ln_weight, double ln_bias, std::optional<int> one_tap = {}) const;
    /// Returns the mean square of a gradient at the layer's input. `factor` is ln of the factor for an input that all
    /// taps see.
    PositionField backward(const Window& window, double factor, std::optional<int> one_tap = {}) const;
    /// Return the sum and the product with another field, position by position.
    PositionField plus(const PositionField& other) const;
    PositionField times(const PositionField& other) const;

private:
    std::vector<double> ln_;
};

/// Returns the factor by which a layer, in addition to χ, reduces a wave of q with `cycles` cycles around a side:
///     λ = |Σ_t exp(2πi cycles·dilation·t/side)|/taps.
/// It is 1 when one tap has all the variance; then every wave propagates as deep as the mean (Xiao et al. 2018).
/// Precondition: no stride.
double wave_kept(const Window& window, int cycles, bool one_tap);

}   // namespace stepzero
