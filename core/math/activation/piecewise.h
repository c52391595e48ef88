// SPDX-License-Identifier: GPL-3.0-or-later
// Approximates a function that is known only by its values by polynomials of degree 15 between breaks. The result has
// derivatives and known kinks, and its values cost the same whatever the function was.
//
// Panels are halved until a polynomial agrees with the function. A panel with one kink inside is cut at the kink, which
// is found by bisection. Chebyshev interpolation and its derivative: Trefethen 2013, Approximation Theory and
// Approximation Practice; cutting at kinks: Pachón, Platte, Trefethen 2010.
#pragma once

#include <array>
#include <functional>
#include <variant>
#include <vector>

#include "core/math/activation/activation.h"

namespace stepzero {

class Piecewise {
public:
    /// The reason why a function cannot be used, and the position.
    struct Trouble {
        enum class Kind {
            not_a_number,
            infinite,
            jump,
            steep,   ///< infinite slope
            pole,   ///< unbounded near a point
            rough,   ///< changes too fast
            growth,   ///< faster than z²
            swings,   ///< oscillates ever wider, or too slowly for a mean to converge
            no_period,   ///< a wave with kinks on a slope, which never repeats
            size,   ///< values beyond 1e±100
            end,   ///< NaN far out, before it has settled
        };
        Kind kind;
        double z = 0;
    };

    /// f must be finite for |z| ≤ 40. Farther out it may overflow once it is straight (or a parabola), as ln(1 + e^z)
    /// does. Evaluates f about 10⁴ times, at most 10⁶.
    static std::variant<Piecewise, Trouble> fit(const std::function<double(double)>& f);

    /// Accurate to 1e-14 of the larger of |φ| and its values around 0. Near a zero at 0, accurate to 1e-13 of |z| times
    /// those. If the rounding error of the function itself is larger, that is the limit.
    double value(double z) const;
    double derivative(double z) const;   ///< at a kink, the left derivative

    const Limits& limits() const { return limits_; }
    const std::vector<double>& kinks() const { return kinks_; }
    const std::vector<Stretch>& stretches() const { return stretches_; }   ///< empty when `kinks` and wave suffice

private:
    friend class Fitting;
    static constexpr int order = 16;
    struct Panel {
        double low, high;
        std::array<double, order> value, derivative;   // Chebyshev coefficients
        bool from_zero;   // fits φ(z)/z, which keeps digits at 0

        double length() const { return high - low; }
        double value_at(double z) const;
        double slope_at(double z) const;
    };
    /// Continuation beyond the panels: a line, a parabola or an oscillation. An oscillation repeats its last period;
    /// without a known period, it is continued by mirror images around a straight line.
    struct Tail {
        double from = 0, value = 0, slope = 0, curvature = 0;
        bool oscillating = false;
        double period = 0;
    };
    struct Folded {
        double z, sign;   // sign: derivative of the folded z by z
    };
    static Folded folded(const Tail& tail, double z);
    const Panel& panel(double z) const;
    double inner_value(double z) const { return panel(z).value_at(z); }
    double inner_derivative(double z) const { return panel(z).slope_at(z); }
    double tail_value(const Tail& tail, double z) const;
    double tail_derivative(const Tail& tail, double z) const;

    std::vector<Panel> panels_;
    std::vector<double> highs_;   // ends of the panels, for the binary search
    Tail left_, right_;
    Limits limits_;
    std::vector<double> kinks_;
    std::vector<Stretch> stretches_;
};

}   // namespace stepzero
