// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/random/truncated.h"

#include <algorithm>
#include <boost/math/special_functions/erf.hpp>
#include <cmath>
#include <limits>
#include <numbers>

namespace stepzero {

namespace {

constexpr double root_two = std::numbers::sqrt2;
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double far_out = 6;   // from here on tails are handled as logarithms

double normal_density(double x)
{
    return std::isinf(x) ? 0 : std::exp(-0.5 * x * x) / (root_two * std::sqrt(std::numbers::pi));
}

double upper_tail(double x) { return 0.5 * std::erfc(x / root_two); }

// Mills' ratio Q(x)/density(x) for x ≥ 6 by Laplace's continued fraction 1/(x + 1/(x + 2/(x + …))).
double mills_ratio(double x)
{
    double fraction = x;
    for (int k = 40; k >= 1; --k)
        fraction = x + k / fraction;
    return 1 / fraction;
}

}   // namespace

double log_upper_tail(double x)
{
    if (x == infinity)
        return -infinity;
    if (x < far_out)
        return std::log(upper_tail(x));
    return -0.5 * x * x - 0.5 * std::log(2 * std::numbers::pi) + std::log(mills_ratio(x));
}

TruncatedNormal::TruncatedNormal(double low, double high)
    : low_(low), high_(high),
      mirrored_(low + high < 0)   // NaN of −∞ + ∞ compares false: the whole line needs no mirror
      ,
      a_(mirrored_ ? -high : low), b_(mirrored_ ? -low : high), log_tail_a_(log_upper_tail(a_)),
      ratio_(std::exp(log_upper_tail(b_) - log_tail_a_))
{
    // Mean and variance from the densities at the ends over the probability between them. With e the ratio of
    // the end densities, density(a)/Q(a) is 1/mills(a).
    const double hazard = a_ == -infinity ? 0
        : a_ < far_out                    ? normal_density(a_) / upper_tail(a_)
                                          : 1 / mills_ratio(a_);
    const double e = b_ == infinity ? 0 : std::exp(0.5 * (a_ - b_) * (a_ + b_));
    const double inside = 1 - ratio_;
    const double width = b_ - a_;
    if (width < 1e-2 || (a_ > far_out && width * a_ < 1e-2)) {
        // A narrow interval: the law is nearly uniform with density ∝ exp(−c t) about its middle.
        const double c = 0.5 * (a_ + b_);
        mean_ = c - c * width * width / 12;
        variance_ = width * width / 12 * (1 - width * width * (1 + c * c) / 15);
    } else {
        mean_ = hazard * (1 - e) / inside;
        const double a_term = a_ == -infinity ? 0 : a_;
        const double b_term = b_ == infinity ? 0 : b_ * e;
        variance_ = 1 + hazard * (a_term - b_term) / inside - mean_ * mean_;
        if (a_ > 30) {
            // Far out the difference above loses digits: use the exponential law with rate a, to first orders.
            const double rate = 1 / mills_ratio(a_);
            const double t = std::isinf(width) ? 0 : width * rate;
            const double tail
                = std::isinf(width) ? 0 : t * t * std::exp(-t) / ((1 - std::exp(-t)) * (1 - std::exp(-t)));
            variance_ = (1 - tail) / (rate * rate);
        }
    }
    if (mirrored_)
        mean_ = -mean_;
}

double TruncatedNormal::density(double x) const
{
    if (x < low_ || x > high_)
        return 0;
    const double y = mirrored_ ? -x : x;
    return std::exp(-0.5 * y * y - 0.5 * std::log(2 * std::numbers::pi) - log_tail_a_) / (1 - ratio_);
}

double TruncatedNormal::quantile(double p) const
{
    // The point that leaves the share v of Q(a) above it. The mirror image counts from the other end.
    const double from_left = mirrored_ ? 1 - p : p;
    const double v = 1 - from_left * (1 - ratio_);
    double x;
    if (a_ < far_out) {
        const double tail = v * std::exp(log_tail_a_);
        x = root_two * boost::math::erfc_inv(2 * tail);
    } else {
        // Newton on ln Q(x) = ln Q(a) + ln v; ln Q is concave, so it converges from the left.
        x = std::sqrt(a_ * a_ - 2 * std::log(v));
        for (int i = 0; i < 4; ++i)
            x += (log_upper_tail(x) - log_tail_a_ - std::log(v)) * mills_ratio(x);
    }
    x = std::clamp(x, a_, b_);
    return mirrored_ ? -x : x;
}

}   // namespace stepzero
