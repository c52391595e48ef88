// SPDX-License-Identifier: GPL-3.0-or-later
// GELU: z·Φ(z), where Φ is the distribution function of N(0, 1), or its tanh approximation. Hendrycks, Gimpel 2016. The
// lower tail is computed directly, so that gradients for very negative z keep their digits.
#include "core/math/activation/activations.h"
#include "core/math/activation/elementary.h"
#include "core/math/activation/elementwise.h"

namespace stepzero {

namespace {

template <class T>
struct Gelu : Plain {
    using Plain::Plain;
    T value(T z) const
    {
        const T tail = elementary::normal_tail(z < 0 ? -z : z);
        const T share = z < 0 ? tail : 1 - tail;
        return z * share;
    }
    T derivative(T z) const
    {
        const T t = z < 0 ? -z : z;
        const T tail = elementary::normal_tail(t);
        const T share = z < 0 ? tail : 1 - tail;
        const T density
            = elementary::exp_minus_square<T>(t, T(0.5)) * T(std::numbers::inv_sqrtpi / std::numbers::sqrt2);
        return share + z * density;
    }
};

template <class T>
struct TanhGelu : Plain {
    using Plain::Plain;
    // 0.5·(1 + tanh u) = sigmoid(2u), u = √(2/π)(z + 0.044715 z³). Beyond ±60 the sigmoid is 0 or 1.
    static constexpr T slope = T(2 * std::numbers::sqrt2 * std::numbers::inv_sqrtpi), cubic = T(0.044715);
    static T inner(T z)
    {
        const T above = z < -60 ? T(-60) : z;
        return above > 60 ? T(60) : above;
    }
    T value(T z) const
    {
        const T y = inner(z);
        return z * elementary::sigmoid<T>(slope * (y + cubic * (y * y * y)));
    }
    T derivative(T z) const
    {
        const T y = inner(z);
        T sigmoid_slope;
        const T share = elementary::sigmoid<T>(slope * (y + cubic * (y * y * y)), sigmoid_slope);
        return share + y * sigmoid_slope * slope * (1 + 3 * cubic * (y * y));
    }
};

bool uses_tanh(const Parameters& p) { return is_word(p, "approximate", "tanh"); }

template <class T>
void value(const Parameters& p, const T* z, T* x, std::ptrdiff_t n)
{
    (uses_tanh(p) ? elementwise_value<TanhGelu, T> : elementwise_value<Gelu, T>)(p, z, x, n);
}

template <class T>
void derivative(const Parameters& p, const T* z, T* d, std::ptrdiff_t n)
{
    (uses_tanh(p) ? elementwise_derivative<TanhGelu, T> : elementwise_derivative<Gelu, T>)(p, z, d, n);
}

}   // namespace

ActivationInfo activation_gelu()
{
    return {.name = "gelu",
        .label = Text::name("GELU"),
        .formula = "z·Φ(z)",
        .parameters = {{.name = "approximate",
            .label = tr("approximate"),
            .default_value = std::string("none"),
            .choices = {"none", "tanh"},
            .choice_labels = {tr("no"), tr("by tanh")}}},
        .value_f = value<float>,
        .value_d = value<double>,
        .derivative_f = derivative<float>,
        .derivative_d = derivative<double>,
        .limits = [](const Parameters&) { return Limits {.slope_left = 0.5, .slope_right = 0.5, .growth_right = 1}; },
        .saturation = [](const Parameters&) { return Saturation {}; },
        .kinks = [](const Parameters&) { return std::vector<double> {}; },
        .code = ActivationCode {"nn.GELU(approximate=\"{approximate}\")", "nn.gelu(x, approximate={approximate=tanh})",
            "lambda x: ops.gelu(x, approximate={approximate=tanh})"}};
}

}   // namespace stepzero
