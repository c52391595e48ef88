// SPDX-License-Identifier: GPL-3.0-or-later
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

/// −∞ of what is not positive.
inline double ln(double number) { return number > 0 ? std::log(number) : -std::numeric_limits<double>::infinity(); }

}   // namespace stepzero
