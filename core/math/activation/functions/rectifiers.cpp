// SPDX-License-Identifier: GPL-3.0-or-later
// Functions that are linear on each side of 0: linear, relu, leaky_relu and prelu. The slope of prelu is learned; here
// it has its initial value.
#include <cmath>
#include <numbers>

#include "core/math/activation/activations.h"
#include "core/math/activation/elementwise.h"

namespace stepzero {

namespace {

template <class T>
struct Linear : Plain {
    using Plain::Plain;
    T value(T z) const { return z; }
    T derivative(T) const { return 1; }
    Limits limits() const
    {
        return {.slope_left = 1, .slope_right = 1, .growth_left = 1, .growth_right = 1, .homogeneous = true};
    }
};

template <class T>
struct Relu : Plain {
    using Plain::Plain;
    T value(T z) const { return z <= 0 ? T(0) : z; }
    T derivative(T z) const { return z > 0 ? T(1) : T(0); }
    Limits limits() const { return {.slope_right = 1, .growth_right = 1, .homogeneous = true}; }
    std::vector<double> kinks() const { return {0}; }
};

template <class T>
struct LeakyRelu : Plain {
    explicit LeakyRelu(const Parameters& p) : slope(T(number(p, "negative_slope"))) { }
    T value(T z) const
    {
        const T left = slope * z;
        return z > 0 ? z : left;
    }
    T derivative(T z) const { return z > 0 ? T(1) : slope; }
    Limits limits() const
    {
        return {.slope_left = slope, .slope_right = 1, .growth_left = slope, .growth_right = 1, .homogeneous = true};
    }
    std::vector<double> kinks() const { return {0}; }
    T slope;
};

ParameterInfo slope_parameter(double default_value)
{
    return {.name = "negative_slope",
        .label = tr("negative slope"),
        .default_value = default_value,
        .low = -1000,
        .high = 1000};
}

}   // namespace

ActivationInfo activation_linear()
{
    ActivationInfo info
        = elementwise<Linear>("linear", tr("Linear"), "z", ActivationCode {"nn.Identity()", "x", "None"});
    info.usual_scheme = "xavier_normal";
    return with_pytorch_gain(std::move(info), 1);
}

ActivationInfo activation_relu()
{
    return with_pytorch_gain(elementwise<Relu>("relu", Text::name("ReLU"), "max(0, z)",
                                 ActivationCode {"nn.ReLU()", "nn.relu(x)", "ops.relu"}),
        std::numbers::sqrt2);
}

ActivationInfo activation_leaky_relu()
{
    ActivationInfo info
        = elementwise<LeakyRelu>("leaky_relu", Text::name("Leaky ReLU"), "max(0, z) + negative_slope·min(0, z)",
            ActivationCode {"nn.LeakyReLU({negative_slope})", "nn.leaky_relu(x, {negative_slope})",
                "lambda x: ops.leaky_relu(x, negative_slope={negative_slope})"},
            {slope_parameter(0.01)});
    info.pytorch_gain = [](const Parameters& p) {
        const double slope = number(p, "negative_slope");
        return std::sqrt(2 / (1 + slope * slope));
    };
    return info;
}

ActivationInfo activation_prelu()
{
    ActivationInfo info = elementwise<LeakyRelu>("prelu", Text::name("PReLU"), "max(0, z) + negative_slope·min(0, z)",
        ActivationCode {"nn.PReLU(init={negative_slope})", "nn.PReLU(negative_slope_init={negative_slope})(x)",
            "keras.layers.PReLU(initializers.Constant({negative_slope}), shared_axes=[1])"},
        {slope_parameter(0.25)});
    info.fixed = "leaky_relu";
    return info;
}

}   // namespace stepzero
