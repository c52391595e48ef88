// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/init/variance_scaling.h"

namespace stepzero {

std::string VarianceScaling::variance(double times) const
{
    const std::string fan = mode == "fan_avg" ? "((fan_in + fan_out) / 2)"
        : mode == "fan_geo_avg"               ? "math.sqrt(fan_in * fan_out)"
                                              : mode;
    return python_number(times * scale) + " / " + fan;
}

}   // namespace stepzero
