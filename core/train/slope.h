// SPDX-License-Identifier: GPL-3.0-or-later
// How a number goes with the size of a network: slopes of logarithms, with their errors and what they mean.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/words/text.h"

namespace stepzero {

/// y = a_seed + slope·x, by least squares over all sizes and seeds: what a seed's samples make larger or
/// smaller at every size is its own.
struct Slope {
    double slope = 0, low = 0, high = 0;   ///< with the interval of 95 %, from the residuals by Student's t
};
/// y[size][seed] at x[size]; none where they do not determine a line with its error.
std::optional<Slope> slope_of(const std::vector<double>& x, const std::vector<std::vector<double>>& y);

enum class Scaling {
    level,   ///< the whole interval is within ±2·flat_slope, and some of it within ±flat_slope
    grows,   ///< all of it is above flat_slope
    shrinks,
    uncertain,   ///< it is too wide to tell
    unknown,   ///< something diverged or is 0
};
/// Below it a factor 16 in size makes less than a factor 1.5.
inline constexpr double flat_slope = 0.15;
Scaling scaling_of(const std::optional<Slope>& slope);

const char* word(Scaling scaling);   ///< "level"; in files
Text text_of(Scaling scaling);   ///< for people

/// "width" or "depth": what grows from one size to the next.
Text size_text(bool depths);

/// "0.53", "−0.07"
std::string slope_text(double slope);
/// "slope 0.53 (95%: 0.41 to 0.65)"
Text slope_text(const Slope& slope);

}   // namespace stepzero
