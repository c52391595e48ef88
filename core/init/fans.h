// SPDX-License-Identifier: GPL-3.0-or-later
// What the schemes that scale by fan have in common.
#pragma once

#include "core/init/scheme.h"

namespace stepzero {

/// mode: fan_in | fan_out | fan_avg | fan_geo_avg.
double fan(const std::string& mode, Shape shape);

/// The `mode` parameter with its four choices.
ParameterInfo mode_parameter(const std::string& default_mode);

/// Standard deviation of N(0, 1) truncated at ±2: what JAX and Keras divide by to correct for it.
inline constexpr double truncation_at_two = 0.87962566103423978;

/// Draws of mean 0 and a given standard deviation.
Draw normal_draw(double std);
Draw uniform_draw(double std);   ///< U(±√3·std)
Draw corrected_truncated_draw(double std);   ///< truncated at two standard deviations before the correction
Draw constant_draw(double value);

}   // namespace stepzero
