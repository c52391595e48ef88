// SPDX-License-Identifier: GPL-3.0-or-later
// Variance gain²/fan. He, Zhang, Ren, Sun: Delving deep into rectifiers. ICCV 2015. Not truncated
// unless it is said to be, as in PyTorch.
#include <cmath>

#include "core/init/fans.h"
#include "core/init/schemes.h"

namespace stepzero {

namespace {

double kaiming_std(const Parameters& p, Shape shape)
{
    return gain(word(p, "nonlinearity"), number(p, "negative_slope")) / std::sqrt(fan(word(p, "mode"), shape));
}

FanVariance kaiming_variance(const Parameters& p, Role)
{
    const double g = gain(word(p, "nonlinearity"), number(p, "negative_slope"));
    return {g * g, "gain^2", word(p, "mode")};
}

std::vector<ParameterInfo> parameters()
{
    return with_layout({mode_parameter("fan_in"),
        {.name = "nonlinearity",
            .label = "gain of",
            .default_value = std::string("leaky_relu"),
            .choices = nonlinearities()},
        {.name = "negative_slope",
            .label = "negative slope",
            .default_value = 0.0,
            .only_with = "nonlinearity",
            .only_where = {"leaky_relu"}}});
}

}   // namespace

Scheme scheme_kaiming_uniform()
{
    return {.name = "kaiming_uniform",
        .label = "He (Kaiming) uniform",
        .parameters = parameters(),
        .rule = [](const Parameters& p, Shape shape, Role) { return uniform_draw(kaiming_std(p, shape)); },
        .variance = kaiming_variance,
        .fits_activation = true};
}

Scheme scheme_kaiming_normal()
{
    return {.name = "kaiming_normal",
        .label = "He (Kaiming) normal",
        .parameters = with_truncation(parameters()),
        .rule = [](const Parameters& p, Shape shape, Role) { return truncated_draw(0, kaiming_std(p, shape), p); },
        .variance = kaiming_variance,
        .fits_activation = true,
        .jax_namesake = "nn.initializers.kaiming_normal",
        .keras_namesake = "initializers.HeNormal"};
}

}   // namespace stepzero
