// SPDX-License-Identifier: GPL-3.0-or-later
// Measures how a number scales with the size of a network: slopes of logarithms with confidence intervals, and their
// classification.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/words/text.h"

namespace stepzero {

/// The line y = a_seed + slope·x, by least squares over all sizes and seeds. Each seed has its own a_seed, because its
/// samples raise or lower y at every size.
struct Slope {
    double slope = 0, low = 0, high = 0;   ///< with the 95% interval, from the residuals by Student's t
};
/// Fits y[size][seed] at x[size]; nullopt when the points do not determine a line and its error.
std::optional<Slope> slope_of(const std::vector<double>& x, const std::vector<std::vector<double>>& y);

enum class Scaling {
    level,   ///< the interval is within ±2·flat_slope and reaches into ±flat_slope
    grows,   ///< the whole interval is above flat_slope
    shrinks,
    uncertain,   ///< the interval is too wide to decide
    unknown,   ///< something diverged or is 0
};
/// Below this slope, a factor of 16 in size changes the number by less than a factor of 1.5.
inline constexpr double flat_slope = 0.15;
Scaling scaling_of(const std::optional<Slope>& slope);

const char* word(Scaling scaling);   ///< as in files: "level"
Text text_of(Scaling scaling);   ///< display name

/// Returns "width" or "depth", the size that is varied.
Text size_text(bool depths);

/// Returns "0.53", "−0.07".
std::string slope_text(double slope);
/// Returns "slope 0.53 (95%: 0.41 to 0.65)".
Text slope_text(const Slope& slope);

}   // namespace stepzero
