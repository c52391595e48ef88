// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/theory/output_ranges.h"

#include <cmath>
#include <limits>
#include <numbers>

#include "core/base/words/nan.h"

namespace stepzero {

namespace {

constexpr double far = 1e6;   // no activation changes its behaviour beyond this z

/// Returns the last z for which `holds`, a condition that is true up to some z; −∞: never, +∞: always.
template <class Predicate>
double last(const Predicate& holds)
{
    double low = -far, high = 1.1 * far;   // asymmetric: must not hit z = 0, where alone some functions are 0
    if (!holds(low))
        return -infinity;
    if (holds(high))
        return infinity;
    for (int i = 0; i < 200; ++i) {
        const double middle = low + (high - low) / 2;
        if (middle == low || middle == high)
            break;
        (holds(middle) ? low : high) = middle;
    }
    return std::abs(low) < 1e-30 ? 0 : low;
}

/// Returns P(z ≤ threshold).
double below(double threshold, double mean, double deviation)
{
    if (std::isinf(threshold))
        return threshold > 0 ? 1 : 0;
    if (threshold == mean)
        return deviation > 0 ? 0.5 : 1;
    return std::erfc((mean - threshold) / deviation / std::numbers::sqrt2) / 2;
}

}   // namespace

OutputRanges::OutputRanges(const ActivationFunction& phi)
{
    const auto value = [&](float z) {
        float x;
        phi.value(&z, &x, 1);
        return x;
    };
    zero_below_ = last([&](double z) { return value(float(z)) == 0; });
    zero_at_zero_ = value(0) == 0;
    const Saturation& saturation = phi.saturation();
    low_below_ = saturation.below ? last([&](double z) { return phi.value(z) < *saturation.below; }) : -infinity;
    high_above_ = saturation.above ? last([&](double z) { return phi.value(z) <= *saturation.above; }) : infinity;
}

double OutputRanges::zero_fraction(double mean, double deviation) const
{
    if (deviation == 0 && mean == 0)
        return zero_at_zero_ ? 1 : 0;
    return below(zero_below_, mean, deviation);
}

double OutputRanges::saturated_fraction(double mean, double deviation) const
{
    return below(low_below_, mean, deviation) + 1 - below(high_above_, mean, deviation);
}

}   // namespace stepzero
