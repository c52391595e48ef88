// SPDX-License-Identifier: GPL-3.0-or-later
// Predicts how far 1 − c of two inputs' preactivations scatters around the infinite network's value. It extends the
// theory of finite_width.h to the lengths of two inputs and D = |z_a − z_b|²/2n, in which correlations near 1 keep
// their digits: ln(1 − c) = ln D − (ln q_a + ln q_b)/2.
//
// The measured number is the mean over a few pairs, whose fluctuations are correlated through the weights that they
// share. At the input, their directions are independent and uniform, their angle is exact, and their lengths all equal
// the batch's RMS.
#pragma once

#include <optional>

#include "core/theory/finite_width.h"

namespace stepzero {

class DecorrelationWidth {
public:
    /// `length_variance` is the variance of ln of the batch's mean square.
    DecorrelationWidth(int input_width, int pairs, double length_variance)
        : pairs_(pairs), inputs_ {0, 1.0 / input_width}, within_ {length_variance, length_variance, length_variance,
                                                             length_variance},
          between_ {length_variance, length_variance, length_variance}
    {
    }

    /// Passes the weights of a layer, then its units; layers come first to last. d is the value at the layer's
    /// preactivations.
    void weights(const LayerWidths& widths, double d);
    void units(const UnitNoise& unit, const PairNoise& pair);

    /// Returns the standard deviation over networks of the mean of 1 − c, relative to it, after the last weights
    /// passed. Absent when it is not small.
    std::optional<double> relative_spread() const;

private:
    /// Relative covariances within a pair, of the lengths q_a, q_b and of D.
    struct Within {
        double difference = 0, with_length = 0, length = 0, lengths = 0;
    };
    /// Relative covariances between two pairs.
    struct Between {
        double difference = 0, with_length = 0, length = 0;
    };

    int pairs_;
    TwoInputs inputs_;   // one input of each of two pairs; at x after units(), at z after weights()
    double d_ = 0;
    LayerWidths widths_;
    Within within_;
    Between between_;
    double one_ = 0, two_ = 0;   // variance of ln(1 − c) of a pair, covariance between two pairs
};

}   // namespace stepzero
