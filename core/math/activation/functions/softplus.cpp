// SPDX-License-Identifier: GPL-3.0-or-later
// Softplus: ln(1 + e^(βz))/β. PyTorch's threshold, beyond which it returns z itself, does not change any digit of a
// float.
#include "core/math/activation/activations.h"
#include "core/math/activation/elementary.h"
#include "core/math/activation/elementwise.h"

namespace stepzero {

namespace {

template <class T>
struct Softplus : Plain {
    explicit Softplus(const Parameters& p) : beta(T(number(p, "beta"))) { }
    T value(T z) const
    {
        const T e = elementary::exp<T>(-beta * (z < 0 ? -z : z));
        return (z > 0 ? z : T(0)) + elementary::log1p_unit(e) / beta;
    }
    T derivative(T z) const { return elementary::sigmoid<T>(beta * z); }
    Limits limits() const { return {.zero_at_zero = false, .growth_right = 1}; }
    T beta;
};

}   // namespace

ActivationInfo activation_softplus()
{
    return elementwise<Softplus>("softplus", Text::name("Softplus"), "ln(1 + e^(beta·z))/beta",
        ActivationCode {"nn.Softplus(beta={beta})", "nn.softplus({beta} * x) / {beta}",
            "lambda x: ops.softplus({beta} * x) / {beta}"},
        {{.name = "beta", .label = Text::name("beta"), .default_value = 1.0, .low = 0.001, .high = 1000}});
}

}   // namespace stepzero
