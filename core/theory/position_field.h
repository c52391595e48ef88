// SPDX-License-Identifier: GPL-3.0-or-later
// Mean squares of a convolutional network position by position, as natural logarithms. Where all positions see as many
// others, circular and without stride, they are alike for ever; at an edge of zeros they are not: in the mean over
// networks, for any input whose positions are alike,
//     q_l(o) = σ_w²/taps · Σ_t E[x_{l−1}(o + t)²] + σ_b²,
// since the taps' weights are independent. Backward the same sum runs over the outputs that see a position.
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
    const std::vector<double>& ln() const { return ln_; }   ///< of every position, or one for all
    double mean() const;   ///< ln of the mean over positions

    /// q of a layer: ln_weight and ln_bias are ln σ_w² and ln σ_b². All taps have their part of σ_w², or one has all.
    PositionField forward(
        const Window& window, double ln_weight, double ln_bias, std::optional<int> one_tap = {}) const;
    /// The mean square of a gradient at the layer's input, `factor` ln of what its outputs add up to where all taps see
    /// it.
    PositionField backward(const Window& window, double factor, std::optional<int> one_tap = {}) const;
    /// The sum and the product with another, position by position.
    PositionField plus(const PositionField& other) const;
    PositionField times(const PositionField& other) const;

private:
    std::vector<double> ln_;
};

/// What a layer leaves of a wave of q with so many cycles along a side, around the edge and beside χ:
///     λ = |Σ_t exp(2πi cycles·dilation·t/side)|/taps
/// of a tap's share each, or 1 where one tap has all: then every wave goes as deep as the mean does (Xiao et al. 2018).
/// Precondition: no stride.
double wave_kept(const Window& window, int cycles, bool one_tap);

}   // namespace stepzero
