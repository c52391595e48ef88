// SPDX-License-Identifier: GPL-3.0-or-later
// LeCun initialization with variance 1/fan_in. LeCun, Bottou, Orr, Müller: Efficient BackProp. 1998. The normal version
// is truncated at two standard deviations and corrected for it, as in JAX and Keras.
#include <cmath>

#include "core/network/init/fans.h"
#include "core/network/init/schemes.h"

namespace stepzero {

namespace {
FanVariance lecun_variance(const Parameters&, Role) { return {1, "1", Fan::in}; }
}   // namespace

Scheme scheme_lecun_uniform()
{
    return {.name = "lecun_uniform",
        .label = tr("LeCun uniform"),
        .source = "LeCun et al. 1998",
        .parameters = with_layout({}),
        .rule = [](const Parameters&, Shape shape, Role) { return uniform_draw(1 / std::sqrt(shape.fan_in)); },
        .variance = lecun_variance,
        .fits_activation = true,
        .person = "LeCun"};
}

Scheme scheme_lecun_normal()
{
    return {.name = "lecun_normal",
        .label = tr("LeCun normal"),
        .source = "LeCun et al. 1998",
        .parameters = with_truncation(with_layout({}), "sigma", true),
        .rule
        = [](const Parameters& p, Shape shape, Role) { return truncated_draw(0, 1 / std::sqrt(shape.fan_in), p); },
        .variance = lecun_variance,
        .fits_activation = true,
        .jax_namesake = "nn.initializers.lecun_normal",
        .keras_namesake = "initializers.LecunNormal",
        .person = "LeCun"};
}

}   // namespace stepzero
