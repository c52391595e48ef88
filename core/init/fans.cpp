// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/init/fans.h"

#include <cmath>
#include <numbers>

namespace stepzero {

double fan(const std::string& mode, Shape shape)
{
    if (mode == "fan_out")
        return shape.fan_out;
    if (mode == "fan_avg")
        return 0.5 * (double(shape.fan_in) + shape.fan_out);
    if (mode == "fan_geo_avg")
        return std::sqrt(double(shape.fan_in) * shape.fan_out);
    return shape.fan_in;
}

ParameterInfo mode_parameter(const std::string& default_mode)
{
    return {.name = "mode",
        .label = "fan",
        .default_value = default_mode,
        .choices = {"fan_in", "fan_out", "fan_avg", "fan_geo_avg"}};
}

Draw normal_draw(double std) { return {.base = Base::normal, .scale = std}; }

Draw uniform_draw(double std) { return {.base = Base::uniform, .scale = std::numbers::sqrt3 * std}; }

Draw corrected_truncated_draw(double std)
{
    return {.base = Base::truncated_normal, .scale = std / truncation_at_two, .low = -2, .high = 2};
}

Draw constant_draw(double value) { return {.base = Base::constant, .scale = value}; }

}   // namespace stepzero
