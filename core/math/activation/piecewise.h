// SPDX-License-Identifier: GPL-3.0-or-later
// A function that is known by its values only, as polynomials of degree 15 between breaks: from then on it has a
// derivative, kinks that are known, and values that cost the same whatever it was.
//
// Panels are halved until a polynomial agrees with the function; a panel with one kink inside is cut at the kink,
// which is bisected. Chebyshev interpolation and its derivative: Trefethen 2013, Approximation Theory and
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
    /// Why a function cannot be used, and where.
    struct Trouble {
        enum class Kind {
            not_a_number,
            infinite,
            jump,
            steep,   ///< infinitely
            pole,   ///< grows beyond all bounds towards a place
            rough,   ///< changes too fast
            growth,   ///< faster than z²
            swings,   ///< oscillates ever wider, or too slowly for a mean to settle
            no_period,   ///< goes on as a wave with kinks on a slope, and never repeats
            size,   ///< values beyond 1e±100
            end,   ///< not a number far out, before it has settled
        };
        Kind kind;
        double z = 0;
    };

    /// f must be finite for |z| ≤ 40; further out it may overflow where it has become straight (or a parabola),
    /// as ln(1 + e^z) does. Costs some 10⁴ values of f, at most 10⁶.
    static std::variant<Piecewise, Trouble> fit(const std::function<double(double)>& f);

    /// Right to 1e-14 of the larger of |φ| and its values around 0, near a zero at 0 to 1e-13 of |z| times those (a
    /// function whose own rounding is worse: to that).
    double value(double z) const;
    double derivative(double z) const;   ///< at a kink from the left

    const Limits& limits() const { return limits_; }
    const std::vector<double>& kinks() const { return kinks_; }
    const std::vector<Stretch>& stretches() const { return stretches_; }   ///< where `kinks` and a wave are not enough

private:
    friend class Fitting;
    static constexpr int order = 16;
    struct Panel {
        double low, high;
        std::array<double, order> value, derivative;   // Chebyshev coefficients
        bool from_zero;   // of φ(z)/z, so that digits are kept at 0

        double length() const { return high - low; }
        double value_at(double z) const;
        double slope_at(double z) const;
    };
    /// Beyond the panels. Straight or a parabola; or an oscillation, which repeats itself or, where no period is
    /// known, is continued by its mirror images around a straight line.
    struct Tail {
        double from = 0, value = 0, slope = 0, curvature = 0;
        bool oscillating = false;
        double period = 0;
    };
    struct Folded {
        double z, sign;   // of dz by the z that is folded
    };
    static Folded folded(const Tail& tail, double z);
    const Panel& panel(double z) const;
    double inner_value(double z) const { return panel(z).value_at(z); }
    double inner_derivative(double z) const { return panel(z).slope_at(z); }
    double tail_value(const Tail& tail, double z) const;
    double tail_derivative(const Tail& tail, double z) const;

    std::vector<Panel> panels_;
    std::vector<double> highs_;   // their ends, for the search
    Tail left_, right_;
    Limits limits_;
    std::vector<double> kinks_;
    std::vector<Stretch> stretches_;
};

}   // namespace stepzero
