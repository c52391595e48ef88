// SPDX-License-Identifier: GPL-3.0-or-later
// Sizes that no number stands for. A network whose exponents double with every layer reaches 10^(2^31) in 31 of them:
// such a size is compared and ordered like any other, but where a person reads it, it is "off the scale", and no axis
// goes there.
#pragma once

#include <cmath>
#include <limits>

namespace stepzero {

/// Sizes from 10^−300000 to 10^300000 are written out: as far as a simulation follows a signal (linear/units.h).
inline constexpr double most_decades = 300'000;

/// Whether 10^log10 is beyond that. −inf is not: it is an exact zero.
inline bool is_off_scale(double log10)
{
    return std::abs(log10) > most_decades && log10 != -std::numeric_limits<double>::infinity();
}

inline constexpr const char* off_scale_text = "off the scale";

}   // namespace stepzero
