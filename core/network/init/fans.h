// SPDX-License-Identifier: GPL-3.0-or-later
// What the schemes that scale by fan have in common.
#pragma once

#include "core/network/init/scheme.h"

namespace stepzero {

/// mode: fan_in | fan_out | fan_avg | fan_geo_avg.
double fan(const std::string& mode, Shape shape);

/// The `mode` parameter with its four choices.
ParameterInfo mode_parameter(const std::string& default_mode);

/// The layout in which a scheme is handed its tensor. in_out: PyTorch's [out, in] (and [out, in, k, k]) for what is
/// kept as [in, out] ([k, k, in, out]), as by JAX, Keras and GPT-2's Conv1D, or the other way round. Not written where
/// it is right.
std::vector<ParameterInfo> with_layout(std::vector<ParameterInfo> parameters);
bool misread(const Parameters& completed);   ///< whether it is in_out
/// The fans that the scheme then counts: those of the matrix lying the other way. Of kernels, whose positions it takes
/// for channels, fan_in = fan_out = k·in·out in two dimensions; in·out and k·out in one.
Shape shape_misread(Shape shape);

/// Standard deviation of N(0, 1) truncated at ±2: what JAX and Keras divide by to correct for it.
inline constexpr double truncation_at_two = 0.87962566103423978;

/// Draws of mean 0 and a given standard deviation.
Draw normal_draw(double std);
Draw uniform_draw(double std);   ///< U(±√3·std)
Draw constant_draw(double value);

/// And `bounds` (none, absolute or sigma), `low`, `high` and `compensated`. None of them is written where it is at its
/// default.
std::vector<ParameterInfo> with_truncation(
    std::vector<ParameterInfo> parameters, const std::string& default_bounds = "none", bool compensated = false);
/// The same of a scheme whose law may be others too: without none, and without effect unless its `distribution` is
/// truncated_normal. At first as JAX and Keras have it: compensated, at two σ.
std::vector<ParameterInfo> with_truncation_of_distribution(std::vector<ParameterInfo> parameters);

/// N(mean, std²) given low < w < high, where `completed` has bounds. Absolute ones are values, as in PyTorch; sigma has
/// them in units of the standard deviation about the mean, as in JAX. What is truncated is a law of that std; if
/// compensated, one so much wider that `std` is left, or where absolute bounds are too narrow for it, as nearly as they
/// allow (uniform).
Draw truncated_draw(double mean, double std, const Parameters& completed);

}   // namespace stepzero
