// SPDX-License-Identifier: GPL-3.0-or-later
// How far 1 − c of two inputs' preactivations may lie from the infinite network's: the law of finite_width.h for
// the lengths of two inputs and D = |z_a − z_b|²/2n, in which correlations near 1 keep their digits:
// ln(1 − c) = ln D − (ln q_a + ln q_b)/2. What is measured is the mean over a few pairs, whose fluctuations are
// correlated through the weights that they share; their directions at the input are independent and uniform, their
// angle is exact, and their lengths are all the batch's RMS.
#pragma once

#include <optional>

#include "core/theory/finite_width.h"

namespace stepzero {

class DecorrelationWidth {
public:
    /// `length_variance`: of ln of the mean square of the batch.
    DecorrelationWidth(int input_width, int pairs, double length_variance)
        : pairs_(pairs), inputs_ {0, 1.0 / input_width}, within_ {length_variance, length_variance, length_variance,
                                                             length_variance},
          between_ {length_variance, length_variance, length_variance}
    {
    }

    /// Goes through the weights of a layer, first to last, then through its units. d: of its preactivations.
    void weights(const LayerWidths& widths, double d);
    void units(const UnitNoise& unit, const PairNoise& pair);

    /// Standard deviation over networks of the mean of 1 − c, relative to it, after the last weights gone through.
    /// Absent where it is not small.
    std::optional<double> relative_spread() const;

private:
    /// Relative covariances within a pair, of lengths q_a, q_b and D.
    struct Within {
        double difference = 0, with_length = 0, length = 0, lengths = 0;
    };
    /// And between two pairs.
    struct Between {
        double difference = 0, with_length = 0, length = 0;
    };

    int pairs_;
    TwoInputs inputs_;   // one of each of two pairs; of x after units(), of z after weights()
    double d_ = 0;
    LayerWidths widths_;
    Within within_;
    Between between_;
    double one_ = 0, two_ = 0;   // variance of ln(1 − c) of a pair, covariance of that of two pairs
};

}   // namespace stepzero
