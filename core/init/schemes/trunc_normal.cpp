// SPDX-License-Identifier: GPL-3.0-or-later
// N(mean, std²) given low < w < high. As in PyTorch the bounds are absolute values and std is that of the law
// before truncation; with bounds = sigma they are in units of std about the mean, as in JAX and timm.
#include <algorithm>

#include "core/init/fans.h"
#include "core/init/schemes.h"

namespace stepzero {

namespace {

Draw rule(const Parameters& p, Shape, Role)
{
    const double mean = number(p, "mean"), std = number(p, "std");
    double low = number(p, "low"), high = number(p, "high");
    const bool absolute = word(p, "bounds") == "absolute";
    if (std == 0)
        return constant_draw(absolute ? std::clamp(mean, std::min(low, high), std::max(low, high)) : mean);
    if (absolute) {
        low = (low - mean) / std;
        high = (high - mean) / std;
    }
    if (!(low < high))   // an empty interval: all that is left of it is a point
        return constant_draw(mean + std * low);
    return {.base = Base::truncated_normal, .scale = std, .shift = mean, .low = low, .high = high};
}

}   // namespace

Scheme scheme_trunc_normal()
{
    return {.name = "trunc_normal",
        .label = "Truncated normal",
        .parameters = {{.name = "mean", .label = "mean", .default_value = 0.0},
            {.name = "std", .label = "standard deviation", .default_value = 1.0, .low = 0},
            {.name = "low", .label = "low", .default_value = -2.0},
            {.name = "high", .label = "high", .default_value = 2.0},
            {.name = "bounds",
                .label = "bounds",
                .default_value = std::string("absolute"),
                .choices = {"absolute", "sigma"}}},
        .rule = rule};
}

}   // namespace stepzero
