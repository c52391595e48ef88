// SPDX-License-Identifier: GPL-3.0-or-later
// He initialization with variance gain²/fan. He, Zhang, Ren, Sun: Delving deep into rectifiers. ICCV 2015. Not
// truncated by default, as in PyTorch.
#include <cmath>

#include "core/network/init/fans.h"
#include "core/network/init/schemes.h"

namespace stepzero {

namespace {

double kaiming_std(const Parameters& p, Shape shape)
{
    return gain(word(p, "nonlinearity"), number(p, "negative_slope")) / std::sqrt(chosen_fan_size(p, shape));
}

FanVariance kaiming_variance(const Parameters& p, Role)
{
    const double g = gain(word(p, "nonlinearity"), number(p, "negative_slope"));
    return {g * g, "gain^2", chosen_fan(p)};
}

constexpr char uniform_name[] = "kaiming_uniform", normal_name[] = "kaiming_normal";

/// torch.nn.init has fewer gains, and only two of the fans.
template <const char* name>
PytorchCall call_of(const Parameters& p, Shape, const std::string& tensor)
{
    const std::string &mode = word(p, "mode"), &nonlinearity = word(p, "nonlinearity");
    if (!has_pytorch_gain(nonlinearity))
        return PytorchCall {.lines = {},
            .missing = "torch has no gain for " + nonlinearity + "; this one is 1/sqrt(E[phi(z)^2]), z ~ N(0, 1)"};
    if (const Fan fan = chosen_fan(p); fan != Fan::in && fan != Fan::out)
        return PytorchCall {.lines = {}, .missing = "torch.nn.init has no mode " + mode};
    const std::string slope = nonlinearity == "leaky_relu" ? "a=" + python_argument(p, "negative_slope") + ", " : "";
    return PytorchCall {{std::string("nn.init.") + name + "_(" + tensor + ", " + slope + "mode=\"" + mode
        + "\", nonlinearity=\"" + nonlinearity + "\")"}};
}

std::vector<ParameterInfo> parameters()
{
    return with_layout({mode_parameter(),
        {.name = "nonlinearity",
            .label = tr("gain for"),
            .default_value = std::string("leaky_relu"),
            .choices = nonlinearities()},
        {.name = "negative_slope",
            .label = tr("negative slope"),
            .default_value = 0.0,
            .only_with = "nonlinearity",
            .only_where = {"leaky_relu"}}});
}

}   // namespace

Scheme scheme_kaiming_uniform()
{
    return {.name = uniform_name,
        .label = tr("He (Kaiming) uniform"),
        .source = "He et al. 2015",
        .parameters = parameters(),
        .rule = [](const Parameters& p, Shape shape, Role) { return uniform_draw(kaiming_std(p, shape)); },
        .variance = kaiming_variance,
        .fits_activation = true,
        .person = "He",
        .pytorch = call_of<uniform_name>};
}

Scheme scheme_kaiming_normal()
{
    return {.name = normal_name,
        .label = tr("He (Kaiming) normal"),
        .source = "He et al. 2015",
        .parameters = with_truncation(parameters()),
        .rule = [](const Parameters& p, Shape shape, Role) { return truncated_draw(0, kaiming_std(p, shape), p); },
        .variance = kaiming_variance,
        .fits_activation = true,
        .jax_namesake = "nn.initializers.kaiming_normal",
        .keras_namesake = "initializers.HeNormal",
        .person = "He",
        .pytorch = call_of<normal_name>};
}

}   // namespace stepzero
