// SPDX-License-Identifier: GPL-3.0-or-later
// Activations of numbers stored as z·2^e. A signal that leaves the range of its scalar type is followed there by φ's
// limits, where φ has any, instead of becoming zero or infinity.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "core/math/activation/activation.h"
#include "core/math/linear/units.h"

namespace stepzero {

/// φ at z·2^exponent, after normalization. Outside the ordinary range, φ's limit is more accurate than float32: the
/// next term of φ around 0 is 2^-30 times smaller, and at 2^30 a kink near 0 has an equally small effect.
template <class Scalar>
class ScaledActivation {
public:
    ScaledActivation(const ActivationFunction& phi, std::int64_t exponent) : phi_(phi), exponent_(exponent)
    {
        const Limits& limits = phi.limits();
        if (exponent == 0)
            way_ = Way::plain;
        else if (limits.homogeneous)
            way_ = Way::homogeneous;
        else if (exponent < 0 && limits.zero_at_zero) {
            way_ = Way::slopes;
            left_ = Scalar(limits.slope_left);
            right_ = Scalar(limits.slope_right);
        } else if (exponent > 0 && !limits.bounded) {
            way_ = Way::slopes;
            left_ = Scalar(limits.growth_left);
            right_ = Scalar(limits.growth_right);
        } else
            way_ = Way::brought_back;
    }

    /// Exponents of the values and of the derivatives.
    std::int64_t value_exponent() const
    {
        switch (way_) {
        case Way::homogeneous:
            return exponent_ * phi_.limits().degree;
        case Way::slopes:
            return exponent_;
        default:
            return 0;
        }
    }
    std::int64_t derivative_exponent() const
    {
        return way_ == Way::homogeneous ? exponent_ * (phi_.limits().degree - 1) : 0;
    }

    void value(const Scalar* z, Scalar* x, std::ptrdiff_t n) const
    {
        apply(
            z, x, n, [this](const Scalar* a, Scalar* b, std::ptrdiff_t m) { phi_.value(a, b, m); },
            [this](Scalar a) { return a * (a < 0 ? left_ : right_); });
    }
    /// Returns φ of the numbers brought back to the scalar's range, which shows which are zero or saturated.
    void plain_value(const Scalar* z, Scalar* x, std::ptrdiff_t n) const
    {
        bring_back(z, x, n);
        phi_.value(x, x, n);
    }
    void derivative(const Scalar* z, Scalar* d, std::ptrdiff_t n) const
    {
        apply(
            z, d, n, [this](const Scalar* a, Scalar* b, std::ptrdiff_t m) { phi_.derivative(a, b, m); },
            [this](Scalar a) { return a > 0 ? right_ : left_; });
    }

private:
    enum class Way {
        plain,   // the exponent is 0
        homogeneous,   // φ(z 2^e) = φ(z) 2^(degree e)
        slopes,   // φ(z 2^e) = slope·z 2^e, with one slope per side
        brought_back,   // φ of the number itself: it is bounded there, or φ(0) ≠ 0 dominates
    };

    void bring_back(const Scalar* z, Scalar* out, std::ptrdiff_t n) const
    {
        const int exponent = int(std::clamp<std::int64_t>(exponent_, -200, 100));
        std::transform(z, z + n, out, [=](Scalar a) { return std::ldexp(a, exponent); });
    }

    template <class Function, class Slope>
    void apply(const Scalar* z, Scalar* out, std::ptrdiff_t n, const Function& function, const Slope& slope) const
    {
        if (way_ == Way::slopes) {
            std::transform(z, z + n, out, slope);
        } else if (way_ == Way::brought_back) {
            bring_back(z, out, n);
            function(out, out, n);
        } else
            function(z, out, n);
    }

    const ActivationFunction& phi_;
    std::int64_t exponent_;
    Way way_ = Way::plain;
    Scalar left_ = 0, right_ = 0;
};

}   // namespace stepzero
