// SPDX-License-Identifier: GPL-3.0-or-later
// Xavier (Glorot) initialization with variance gain²·2/(fan_in + fan_out). Glorot, Bengio: Understanding the difficulty
// of training deep feedforward neural networks. AISTATS 2010. Not truncated by default, as in PyTorch.
#include <cmath>

#include "core/network/init/fans.h"
#include "core/network/init/schemes.h"

namespace stepzero {

namespace {

double xavier_std(const Parameters& p, Shape shape)
{
    return number(p, "gain") / std::sqrt(fan_info(Fan::average).size(shape));
}

FanVariance xavier_variance(const Parameters& p, Role)
{
    const double g = number(p, "gain");
    return {g * g, g == 1 ? "1" : "gain^2", Fan::average};
}

constexpr char xavier_uniform_name[] = "xavier_uniform", xavier_normal_name[] = "xavier_normal";

template <const char* name>
PytorchCall xavier_call(const Parameters& p, Shape, const std::string& tensor)
{
    return PytorchCall {
        {std::string("nn.init.") + name + "_(" + tensor + ", gain=" + python_argument(p, "gain") + ")"}};
}

std::vector<ParameterInfo> xavier_parameters()
{
    return with_layout({{.name = "gain", .label = tr("gain"), .default_value = 1.0, .low = 0}});
}

}   // namespace

Scheme scheme_xavier_uniform()
{
    return {.name = xavier_uniform_name,
        .label = tr("Xavier (Glorot) uniform"),
        .source = "Glorot and Bengio 2010",
        .parameters = xavier_parameters(),
        .rule = [](const Parameters& p, Shape shape, Role) { return uniform_draw(xavier_std(p, shape)); },
        .variance = xavier_variance,
        .fits_activation = true,
        .person = "Xavier",
        .pytorch = xavier_call<xavier_uniform_name>};
}

Scheme scheme_xavier_normal()
{
    return {.name = xavier_normal_name,
        .label = tr("Xavier (Glorot) normal"),
        .source = "Glorot and Bengio 2010",
        .parameters = with_truncation(xavier_parameters()),
        .rule = [](const Parameters& p, Shape shape, Role) { return truncated_draw(0, xavier_std(p, shape), p); },
        .variance = xavier_variance,
        .fits_activation = true,
        .jax_namesake = "nn.initializers.xavier_normal",
        .keras_namesake = "initializers.GlorotNormal",
        .person = "Xavier",
        .pytorch = xavier_call<xavier_normal_name>};
}

}   // namespace stepzero
