// SPDX-License-Identifier: GPL-3.0-or-later
// The outputs of a dense or convolutional layer for any length of its preactivations. Internal to core/theory.
#pragma once

#include "core/theory/layer_laws.h"
#include "core/theory/position_field.h"

namespace stepzero {

/// Moments at any q = e^ln_q, however small or large. They consist of the moments at the nearest q that quadrature can
/// handle, and logarithms of factors that extrapolate from there by the limits of φ.
struct FollowedMoments {
    PreactivationMoments at;
    double ln_value = 0;   // factor on φ
    double ln_deviation = 0;   // factor on φ − E[φ]
    double ln_derivative = 0;   // factor on φ'
};

FollowedMoments followed_moments(const GaussianExpectation& expectation, double ln_q, double mean);

/// Computes followed_moments() for one layer after the other, and reuses them while layer and length stay the same.
class LayerMoments {
public:
    const FollowedMoments& operator()(const LayerLaw& law, double ln_q);

private:
    const LayerUnit* unit_ = nullptr;
    double ln_q_ = 0, mean_ = 0;
    FollowedMoments moments_;
};

/// The outputs of a layer, over units and positions.
struct LayerOutputs {
    double mean = 0;
    double ln_square = 0, ln_variance = 0;
    double ln_slope = 0;   // ln E[φ'²]
    double zeros = 0, saturated = 0;
};

/// Returns the outputs at one length of the preactivations.
LayerOutputs outputs_at(const LayerLaw& law, double ln_q, const FollowedMoments& m);
/// Returns the outputs over all positions, and sets their squares and slopes at each position.
LayerOutputs outputs_of(const LayerLaw& law, const PositionField& q, PositionField& squares, PositionField& slopes);

}   // namespace stepzero
