// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <boost/math/tools/toms748_solve.hpp>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

namespace stepzero {

/// Returns where f changes sign between `low` and `high`, to the last digit; nothing if it has the same sign at both.
template <class F>
std::optional<double> sign_change(const F& f, double low, double high)
{
    const auto bounded = [&](double z) { return std::clamp(f(z), -1e300, 1e300); };
    const double at_low = bounded(low), at_high = bounded(high);
    if (!((at_low < 0 && at_high > 0) || (at_low > 0 && at_high < 0)))
        return std::nullopt;
    std::uintmax_t iterations = 100;
    const auto near = [](double a, double b) {
        return b - a <= std::numeric_limits<double>::epsilon() * std::max(1.0, std::abs(a));
    };
    const auto [a, b] = boost::math::tools::toms748_solve(bounded, low, high, at_low, at_high, near, iterations);
    return std::ranges::min({a, b, (a + b) / 2}, {}, [&](double z) { return std::abs(f(z)); });
}

}   // namespace stepzero
