// SPDX-License-Identifier: GPL-3.0-or-later
// Mean squares by their natural logarithms, and the largest that theory computes without logarithms.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

namespace stepzero {

/// ln(eᵃ + eᵇ), for any a and b, the infinities among them.
inline double log_sum(double a, double b)
{
    const double larger = std::max(a, b);
    return std::isinf(larger) ? larger : larger + std::log1p(std::exp(std::min(a, b) - larger));
}

/// Returns −∞ where `number` is not positive.
inline double ln(double number) { return number > 0 ? std::log(number) : -std::numeric_limits<double>::infinity(); }

/// Up to this mean square, and down to its inverse, fourth powers of squares stay in range.
inline constexpr double largest_square = 1e60;
inline const double largest_ln_square = std::log(largest_square);

}   // namespace stepzero
