// SPDX-License-Identifier: GPL-3.0-or-later
// Shared parts of schemes that scale by fans: mode, layout and truncation. The parameters of these parts are the same
// in all schemes.
#pragma once

#include "core/network/init/scheme.h"

namespace stepzero {

/// Returns the `mode` parameter with its four choices, and the fan that a completed set has chosen.
ParameterInfo mode_parameter();
Fan chosen_fan(const Parameters& completed);
double chosen_fan_size(const Parameters& completed, Shape shape);

/// Adds the layout that a scheme assumes for its tensor. in_out: the scheme assumes [out, in], but the tensor is stored
/// as [in, out], or vice versa. PyTorch stores [out, in] (and [out, in, k, k]). JAX, Keras and GPT-2's Conv1D store
/// [in, out] ([k, k, in, out]). The parameter is omitted from files when the layout is correct.
std::vector<ParameterInfo> with_layout(std::vector<ParameterInfo> parameters);
bool misread(const Parameters& completed);   ///< returns whether the layout is in_out
/// Returns the fans that the scheme then uses: those of the transposed matrix. For kernels, it mistakes positions for
/// channels: fan_in = fan_out = k·in·out in two dimensions; in·out and k·out in one.
Shape shape_misread(Shape shape);

/// Standard deviation of N(0, 1) truncated at ±2, by which JAX and Keras divide to correct for it.
inline constexpr double truncation_at_two = 0.87962566103423978;

/// Where a normal distribution is truncated, the parameter `bounds` of with_truncation().
enum class Bounds { none, absolute, sigma };
Bounds bounds_of(const Parameters& completed);

/// Return draws with mean 0 and a given standard deviation.
Draw normal_draw(double std);
Draw uniform_draw(double std);   ///< U(±√3·std)
Draw constant_draw(double value);

/// Adds `bounds` (none, absolute or sigma), `low`, `high` and `compensated`. They are omitted from files at their
/// defaults.
std::vector<ParameterInfo> with_truncation(
    std::vector<ParameterInfo> parameters, const std::string& default_bounds = "none", bool compensated = false);
/// Does the same for a scheme with a choice of distribution: without "none", and without effect unless `distribution`
/// is truncated_normal. Defaults are those of JAX and Keras: compensated, at two σ.
std::vector<ParameterInfo> with_truncation_of_distribution(std::vector<ParameterInfo> parameters);

/// Returns N(mean, std²) given low < w < high, if `completed` has bounds. Absolute bounds are values, as in PyTorch;
/// sigma bounds are in units of the standard deviation about the mean, as in JAX. `std` is that before truncation. If
/// compensated, the distribution is wider so that `std` is left after truncation. When absolute bounds are too narrow
/// for it, the result is as close as possible (uniform).
Draw truncated_draw(double mean, double std, const Parameters& completed);

/// Returns a draw from the distribution that the parameter `distribution` has: normal, uniform or truncated_normal. For
/// other words it is normal.
Draw chosen_draw(double std, const Parameters& completed);

}   // namespace stepzero
