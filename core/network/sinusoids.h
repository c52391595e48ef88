// SPDX-License-Identifier: GPL-3.0-or-later
// Sinusoidal positions (Vaswani et al. 2017, section 3.5): a fixed vector per position, which a transformer adds to the
// embedding of the token there. Pair i of the n = width/2 pairs of entries is the sine and the cosine of the angle
// position·10000^(−i/n).
#pragma once

#include <Eigen/Core>
#include <numbers>

namespace stepzero {

inline constexpr double sinusoids_base = 10000;
inline constexpr double rms_of_sinusoids = 1 / std::numbers::sqrt2;   ///< exact for an even width

/// Returns the vectors as columns, [width, positions]. Sine and cosine alternate; an odd width ends with a sine.
Eigen::MatrixXf sinusoids(int width, int positions);

}   // namespace stepzero
