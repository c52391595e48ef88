// SPDX-License-Identifier: GPL-3.0-or-later
// Variance scale/fan: the common form of initializers in JAX and Keras, with Xavier, He and LeCun as special cases.
#include <cmath>

#include "core/network/init/fans.h"
#include "core/network/init/schemes.h"

namespace stepzero {

namespace {

Draw scaling_draw(const Parameters& p, Shape shape, Role)
{
    const double std = std::sqrt(number(p, "scale") / chosen_fan_size(p, shape));
    return chosen_draw(std, p);
}

}   // namespace

Scheme scheme_variance_scaling()
{
    return {.name = "variance_scaling",
        .label = tr("Variance scaling"),
        .source = "JAX, Keras",
        .parameters = with_truncation_of_distribution(
            with_layout({{.name = "scale", .label = tr("scale"), .default_value = 1.0, .low = 0}, mode_parameter(),
                {.name = "distribution",
                    .label = tr("distribution"),
                    .default_value = std::string("truncated_normal"),
                    .choices = {"normal", "truncated_normal", "uniform"},
                    .choice_labels = {tr("normal"), tr("truncated normal"), tr("uniform")}}})),
        .rule = scaling_draw,
        .variance =
            [](const Parameters& p, Role) {
                return FanVariance {number(p, "scale"), "scale", chosen_fan(p)};
            },
        .fits_activation = true};
}

}   // namespace stepzero
