// SPDX-License-Identifier: GPL-3.0-or-later
// E[φ²] and E[φ'²] over the length q of a signal, tabled once, to find where signals settle at many points of
// the phase diagram.
#pragma once

#include <optional>
#include <vector>

#include "core/base/run/context.h"
#include "core/theory/mean_field.h"

namespace stepzero {

/// Where a signal settles.
struct SettledLength {
    double x = 0;   ///< ln q
    bool grows = false;   ///< without bound: x has no meaning
};

/// ln E[φ²] and ln E[φ'²] as piecewise cubic functions of x = ln q that know their slopes: right to 1e-7 from
/// q = 1e-14 to 1e14. Beyond, power laws lead on to where doubles end.
class LengthTable {
public:
    /// Throws Stopped.
    LengthTable(const GaussianExpectation& expectation, const Context& context);

    double square(double x) const;   ///< E[φ²]
    double derivative_square(double x) const;   ///< E[φ'²]

    /// Where the input's signal goes, of mean square `input_square` before the first layer and σ_w² times that and σ_b²
    /// behind it. The rule is MeanField::fixed_point's. Precondition: bias > 0.
    SettledLength settle(double weight, double bias, double input_square) const;

    /// Whether signals of different lengths go different ways with some variances: E[φ²] grows faster than q somewhere.
    bool has_basins() const;

    double square_slope(double x) const;   ///< dE[φ²]/dq

    /// The critical point of length e^x, as exact as the table.
    CriticalPoint critical_point(double x) const;
    /// Where the length e^x is a fixed point with dV/dq = 1, likewise. Its σ_w² is 0 where E[φ²] does not grow.
    CriticalPoint fold(double x) const;

    const std::vector<double>& log_lengths() const { return x_; }
    /// Those between which values are interpolated, not led on: indices first to last.
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
