// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of E[φ²] and E[φ'²] over the length q of a signal. They are computed once, to find where signals settle at
// many points of the phase diagram.
#pragma once

#include <optional>
#include <vector>

#include "core/base/run/context.h"
#include "core/theory/mean_field.h"

namespace stepzero {

/// The length at which a signal settles.
struct SettledLength {
    double x = 0;   ///< ln q
    bool grows = false;   ///< it grows without bound; x has no meaning
};

/// ln E[φ²] and ln E[φ'²] as piecewise cubic functions of x = ln q with given slopes. The error is 1e-7 from q = 1e-14
/// to 1e14. Power laws extrapolate them to the limits of double.
class LengthTable {
public:
    /// Throws Stopped.
    LengthTable(const GaussianExpectation& expectation, const Context& context);

    double square(double x) const;   ///< E[φ²]
    double derivative_square(double x) const;   ///< E[φ'²]

    /// Returns where the input's signal settles, following the rule of MeanField::fixed_point. `input_square` is its
    /// mean square before the first layer; the first layer gives it the length σ_w² input_square + σ_b². Precondition:
    /// bias > 0.
    SettledLength settle(double weight, double bias, double input_square) const;

    /// Returns whether signals of different lengths can settle differently: E[φ²] grows faster than q somewhere.
    bool has_basins() const;

    double square_slope(double x) const;   ///< dE[φ²]/dq

    /// Returns the critical point of length e^x, with the accuracy of the table.
    CriticalPoint critical_point(double x) const;
    /// Returns the point where the length e^x is a fixed point with dV/dq = 1. Its σ_w² is 0 when E[φ²] does not grow.
    CriticalPoint fold(double x) const;

    const std::vector<double>& log_lengths() const { return x_; }
    /// Indices first to last of the lengths between which values are interpolated, not extrapolated.
    int first() const { return first_; }
    int last() const { return last_; }

private:
    struct Node {
        double square, square_slope, derivative, derivative_slope;   // ln E[φ²], ln E[φ'²]; slopes by ln q
    };
    double root(double weight, double bias, int interval, double low, double high) const;
    double square_in(int interval, double x) const;
    std::optional<double> turn_between(
        double weight, double bias, int interval, double low, double high, double sign) const;
    int interval_of(double x) const;

    std::vector<double> x_, q_, square_;   // ln q, q, E[φ²]
    std::vector<Node> nodes_;
    int first_ = 0, last_ = 0;
};

}   // namespace stepzero
