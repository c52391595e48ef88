// SPDX-License-Identifier: GPL-3.0-or-later
// Piecewise linear approximations: hardtanh, relu6, hardsigmoid, and hardswish = z·hardsigmoid(z).
//
// Derivatives at kinks are PyTorch's: the flat side of hardtanh, relu6 and hardsigmoid, the inner side of hardswish.
// (For hardswish at 3, the scalar code of PyTorch 1.13 returns a slope of 1.5 and its vector code 1. Here it is 1.5.)
#include "core/math/activation/activations.h"
#include "core/math/activation/elementwise.h"

namespace stepzero {

namespace {

template <class T>
T clamped(T z, T low, T high)
{
    const T above = z < low ? low : z;
    return above > high ? high : above;
}

template <class T>
struct Hardtanh : Plain {
    using Plain::Plain;
    T value(T z) const { return clamped<T>(z, -1, 1); }
    T derivative(T z) const { return ((z > -1) & (z < 1)) ? T(1) : T(0); }
    Limits limits() const { return {.slope_left = 1, .slope_right = 1, .bounded = true}; }
    Saturation saturation() const { return {.below = -0.97, .above = 0.97}; }
    std::vector<double> kinks() const { return {-1, 1}; }
};

template <class T>
struct Relu6 : Plain {
    using Plain::Plain;
    T value(T z) const { return clamped<T>(z, 0, 6); }
    T derivative(T z) const { return ((z > 0) & (z < 6)) ? T(1) : T(0); }
    Limits limits() const { return {.slope_right = 1, .bounded = true}; }
    Saturation saturation() const { return {.below = {}, .above = 5.82}; }
    std::vector<double> kinks() const { return {0, 6}; }
};

template <class T>
struct Hardsigmoid : Plain {
    using Plain::Plain;
    T value(T z) const { return clamped<T>(z + 3, 0, 6) / 6; }
    T derivative(T z) const { return ((z > -3) & (z < 3)) ? T(1) / 6 : T(0); }
    Limits limits() const { return {.zero_at_zero = false, .bounded = true}; }
    Saturation saturation() const { return {.below = 0.015, .above = 0.985}; }
    std::vector<double> kinks() const { return {-3, 3}; }
};

template <class T>
struct Hardswish : Plain {
    using Plain::Plain;
    T value(T z) const { return z * (clamped<T>(z + 3, 0, 6) / 6); }
    T derivative(T z) const
    {
        const T inner = (2 * clamped<T>(z, -3, 3) + 3) / 6;
        const T outer = z > 0 ? T(1) : T(0);
        return ((z >= -3) & (z <= 3)) ? inner : outer;
    }
    Limits limits() const { return {.slope_left = 0.5, .slope_right = 0.5, .growth_right = 1}; }
    std::vector<double> kinks() const { return {-3, 3}; }
};

}   // namespace

ActivationInfo activation_hardtanh()
{
    return elementwise<Hardtanh>("hardtanh", Text::name("Hard tanh"), "min(1, max(−1, z))",
        ActivationCode {"nn.Hardtanh()", "nn.hard_tanh(x)", "lambda x: ops.clip(x, -1, 1)"});
}

ActivationInfo activation_relu6()
{
    return elementwise<Relu6>("relu6", Text::name("ReLU6"), "min(6, max(0, z))",
        ActivationCode {"nn.ReLU6()", "jax.nn.relu6(x)", "ops.relu6"});
}

ActivationInfo activation_hardsigmoid()
{
    return elementwise<Hardsigmoid>("hardsigmoid", Text::name("Hard sigmoid"), "min(6, max(0, z + 3))/6",
        ActivationCode {"nn.Hardsigmoid()", "nn.hard_sigmoid(x)", "ops.hard_sigmoid"});
}

ActivationInfo activation_hardswish()
{
    return elementwise<Hardswish>("hardswish", Text::name("Hard swish"), "z·min(6, max(0, z + 3))/6",
        ActivationCode {"nn.Hardswish()", "nn.hard_swish(x)", "ops.hard_silu"});
}

}   // namespace stepzero
