// SPDX-License-Identifier: GPL-3.0-or-later
// The unit in which numbers of two signals stand in one tensor. Internal to core/modules.
#pragma once

#include <algorithm>

#include "core/modules/signal.h"

namespace stepzero {

/// Numbers of `a` times of_a, and numbers of `b` times of_b, are in units of 2^exponent. The exponent of a signal of
/// zeros does not count.
struct CommonUnit {
    CommonUnit(const Signal& a, const Signal& b)
        : exponent(a.zero() ? b.exponent
                : b.zero()  ? a.exponent
                            : std::max(a.exponent, b.exponent)),
          of_a(a.zero() ? 0 : float(power_of_two(a.exponent - exponent))),
          of_b(b.zero() ? 0 : float(power_of_two(b.exponent - exponent)))
    {
    }

    std::int64_t exponent;
    float of_a, of_b;
};

}   // namespace stepzero
