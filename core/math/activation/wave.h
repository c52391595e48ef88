// SPDX-License-Identifier: GPL-3.0-or-later
// Describes typed functions that oscillate around a straight line forever, as sin does. Over a wide Gaussian, the means
// of the difference from that line depend neither on the width nor on the center, so theory needs the line and the
// minimum width. Internal to the fit of formulas.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "core/math/activation/expression.h"

namespace stepzero {

struct Wave {
    double slope = 0, at_zero = 0;   ///< the line is at_zero + slope·z
    double reach = 0;   ///< minimum √q of a Gaussian for which the mean of the wave does not depend on q
    double period = 0;   ///< 0: not known
};

/// Returns the wave of a function that is periodic apart from a straight line, or nothing. `slope` is f' in [0, end],
/// and `scale` the size of f.
std::optional<Wave> repeated_wave(
    const Expression& f, const std::function<double(double)>& slope, double end, double scale);

/// Returns the kinks of all periods that theory reaches, which is nine standard deviations beyond nine others.
std::vector<double> repeated_kinks(const std::vector<double>& kinks, double period);

/// Returns the line around which a function without a period oscillates, from its values up to |z| = 1.5 `end`. Panels
/// of length `gap` follow it. Throws Piecewise::Trouble if there is no single line, or if the means depend on the
/// center.
Wave wave_around_line(const Expression& f, double gap, bool kinked, double end, double scale);

}   // namespace stepzero
