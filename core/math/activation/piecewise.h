// SPDX-License-Identifier: GPL-3.0-or-later
// Approximates a typed function by polynomials of degree 15 between breaks. They provide what the expression alone does
// not: which of its switches are kinks, its limits at infinity, the scale on which it changes, and values where the
// arithmetic overflows.
//
// Panels end at the zeros of the expression's switch functions, where kinks, jumps and poles are, and are halved until
// a polynomial agrees with the function (Pachón, Platte, Trefethen 2010, Piecewise-smooth chebfuns).
#pragma once

#include <array>
#include <variant>
#include <vector>

#include "core/math/activation/activation.h"
#include "core/math/activation/expression.h"
#include "core/math/linear/chebyshev.h"

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
            no_period,   ///< oscillates without repeating
            size,   ///< values beyond 1e±100
            end,   ///< NaN far out, before it has settled
        };
        Kind kind;
        double z = 0;
    };

    /// f must be finite for |z| ≤ 40. Farther out it may overflow once it is straight (or a parabola), as ln(1 + e^z)
    /// does. Evaluates f about 10⁴ times, at most 10⁶.
    static std::variant<Piecewise, Trouble> fit(const Expression& f);

    /// Accurate to 1e-14 of the larger of |φ| and its values around 0. Near a zero at 0, accurate to 1e-13 of |z| times
    /// those. If the rounding error of the function itself is larger, that is the limit.
    double value(double z) const { return z >= left_.from && z <= right_.from ? panel(z).value(z) : at(z).value; }
    double derivative(double z) const { return at(z).slope; }   ///< at a kink, the left derivative

    const Limits& limits() const { return limits_; }
    const std::vector<double>& kinks() const { return kinks_; }
    const std::vector<Stretch>& stretches() const { return stretches_; }   ///< where φ is curved, without waves

private:
    friend class Fitting;
    static constexpr int order = 16;
    struct Panel {
        double low, high;
        bool from_zero;   // fits φ(z)/z, which keeps digits at 0
        std::array<double, order> terms;   // coefficients of the Chebyshev series

        double length() const { return high - low; }
        double value(double z) const;
        ValueAndSlope at(double z) const;
    };
    /// Continuation beyond the panels: a line, a parabola, or repetitions of the last period.
    struct Tail {
        double from = 0, value = 0, slope = 0, curvature = 0;
        double exponent = 0;   // φ grows as this power of |z|; 0: bounded
        double period = 0;   // period of a wave; 0: not a wave
    };
    const Panel& panel(double z) const;
    ValueAndSlope at(double z) const;

    std::vector<Panel> panels_;
    Tail left_, right_;
    Limits limits_;
    std::vector<double> kinks_;
    std::vector<Stretch> stretches_;
};

}   // namespace stepzero
