// SPDX-License-Identifier: GPL-3.0-or-later
// Smooth steps between two bounds: sigmoid, tanh, erf, softsign. Derivatives are computed from e^(−|z|), never from 1 −
// φ².
#include "core/math/activation/activations.h"
#include "core/math/activation/elementary.h"
#include "core/math/activation/elementwise.h"

namespace stepzero {

namespace {

template <class T>
struct Sigmoid : Plain {
    using Plain::Plain;
    T value(T z) const { return elementary::sigmoid<T>(z); }
    T derivative(T z) const
    {
        T slope;
        elementary::sigmoid<T>(z, slope);
        return slope;
    }
    Limits limits() const { return {.zero_at_zero = false, .bounded = true}; }
    Saturation saturation() const { return {.below = 0.015, .above = 0.985}; }
};

template <class T>
struct Tanh : Plain {
    using Plain::Plain;
    T value(T z) const
    {
        const T e = elementary::expm1_negative<T>(z < 0 ? 2 * z : -2 * z);
        const T magnitude = -e / (2 + e);
        return z < 0 ? -magnitude : magnitude;
    }
    T derivative(T z) const
    {
        const T e = elementary::exp<T>(z < 0 ? 2 * z : -2 * z);
        const T r = 1 / (1 + e);
        return 4 * (e * r) * r;
    }
    Limits limits() const { return {.slope_left = 1, .slope_right = 1, .bounded = true}; }
    Saturation saturation() const { return {.below = -0.97, .above = 0.97}; }
};

template <class T>
struct Erf : Plain {
    using Plain::Plain;
    static constexpr double slope = 2 * std::numbers::inv_sqrtpi;
    T value(T z) const { return elementary::erf(z); }
    T derivative(T z) const { return T(slope) * elementary::exp_minus_square<T>(z < 0 ? -z : z, T(1)); }
    Limits limits() const { return {.slope_left = slope, .slope_right = slope, .bounded = true}; }
    Saturation saturation() const { return {.below = -0.97, .above = 0.97}; }
};

template <class T>
struct Softsign : Plain {
    using Plain::Plain;
    T value(T z) const { return z / (1 + (z < 0 ? -z : z)); }
    T derivative(T z) const
    {
        const T r = 1 / (1 + (z < 0 ? -z : z));
        return r * r;
    }
    Limits limits() const { return {.slope_left = 1, .slope_right = 1, .bounded = true}; }
    Saturation saturation() const { return {.below = -0.97, .above = 0.97}; }
    std::vector<double> kinks() const { return {0}; }   // kink of φ''
};

}   // namespace

ActivationInfo activation_sigmoid()
{
    return with_pytorch_gain(elementwise<Sigmoid>("sigmoid", Text::name("Sigmoid"), "1/(1 + e^(−z))",
                                 ActivationCode {"nn.Sigmoid()", "nn.sigmoid(x)", "ops.sigmoid"}),
        1);
}

ActivationInfo activation_tanh()
{
    return with_pytorch_gain(
        elementwise<Tanh>("tanh", Text::name("Tanh"), "tanh(z)",
            ActivationCode {.pytorch = "nn.Tanh()", .jax = "nn.tanh(x)", .keras = "ops.tanh", .function = "tanh"}),
        5.0 / 3);
}

ActivationInfo activation_erf()
{
    return elementwise<Erf>("erf", Text::name("Erf"), "erf(z)",
        ActivationCode {.pytorch = "Erf()",
            .jax = "jax.lax.erf(x)",
            .keras = "ops.erf",
            .pytorch_value = "torch.erf(x)",
            .function = "erf"});
}

ActivationInfo activation_softsign()
{
    return elementwise<Softsign>("softsign", Text::name("Softsign"), "z/(1 + |z|)",
        ActivationCode {"nn.Softsign()", "nn.soft_sign(x)", "lambda x: x / (1 + ops.abs(x))"});
}

}   // namespace stepzero
