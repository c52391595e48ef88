// SPDX-License-Identifier: GPL-3.0-or-later
// Sizes too large or small to be written as a number. A network whose exponents double per layer reaches 10^(2^31) in
// 31 layers. Such a size is compared and ordered like any other, but a person reads "off the scale", and no axis
// extends to it.
#pragma once

#include <cmath>
#include <limits>

namespace stepzero {

/// Sizes from 10^−300000 to 10^300000 are written out; a simulation follows a signal that far (linear/units.h).
inline constexpr double most_decades = 300'000;

/// Returns whether 10^log10 is beyond that range. −inf is not, because it stands for an exact zero.
inline bool is_off_scale(double log10)
{
    return std::abs(log10) > most_decades && log10 != -std::numeric_limits<double>::infinity();
}

inline constexpr const char* off_scale_text = "off the scale";

}   // namespace stepzero
