// SPDX-License-Identifier: GPL-3.0-or-later
// Arithmetic with mean squares given by their natural logarithms, since those of deep networks leave the range of
// double. Also defines the largest mean square that theory computes without logarithms.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

namespace stepzero {

/// Returns ln(eᵃ + eᵇ) for any a and b, including infinities.
inline double log_sum(double a, double b)
{
    const double larger = std::max(a, b);
    return std::isinf(larger) ? larger : larger + std::log1p(std::exp(std::min(a, b) - larger));
}

/// Returns ln(number), or −∞ when it is not positive.
inline double ln(double number) { return number > 0 ? std::log(number) : -std::numeric_limits<double>::infinity(); }

/// Between the inverse of this mean square and this mean square, fourth powers of squares stay in range.
inline constexpr double largest_square = 1e60;
inline const double largest_ln_square = std::log(largest_square);

}   // namespace stepzero
