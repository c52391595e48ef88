// SPDX-License-Identifier: GPL-3.0-or-later
// Mish: z·tanh(ln(1 + e^z)). Misra 2019. With e = e^z the factor is (e² + 2e)/(e² + 2e + 2). For z > 0, numerator and
// denominator are multiplied by e^(−2z).
#include "core/math/activation/activations.h"
#include "core/math/activation/elementary.h"
#include "core/math/activation/elementwise.h"

namespace stepzero {

namespace {

template <class T>
struct Mish : Plain {
    using Plain::Plain;
    T value(T z) const
    {
        const T e = elementary::exp<T>(z < 0 ? z : -z);
        const T over = z < 0 ? e * (e + 2) : 1 + 2 * e;
        const T rest = z < 0 ? T(2) : 2 * e * e;
        return z * (over / (over + rest));
    }
    T derivative(T z) const
    {
        const T e = elementary::exp<T>(z < 0 ? z : -z);
        const T over = z < 0 ? e * (e + 2) : 1 + 2 * e;
        const T rest = z < 0 ? T(2) : 2 * e * e;
        const T r = 1 / (over + rest);
        const T factor_slope = 4 * (z < 0 ? e : e * e) * (1 + e) * r * r;
        return over * r + z * factor_slope;
    }
    Limits limits() const { return {.slope_left = 0.6, .slope_right = 0.6, .growth_right = 1}; }
};

}   // namespace

ActivationInfo activation_mish()
{
    return elementwise<Mish>("mish", Text::name("Mish"), "z·tanh(ln(1 + e^z))",
        ActivationCode {"nn.Mish()", "x * jnp.tanh(nn.softplus(x))", "lambda x: x * ops.tanh(ops.softplus(x))"});
}

}   // namespace stepzero
