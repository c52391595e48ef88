// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/random/truncated.h"

#include <algorithm>
#include <boost/math/quadrature/gauss.hpp>
#include <cmath>
#include <limits>

#include "core/base/words/nan.h"
#include "core/math/random/double_math.h"
#include "core/math/random/float_math.h"

namespace stepzero {

namespace {

constexpr double far_out = 3;   // from here on, tails are handled as logarithms
constexpr double log_root_two_pi = 0.91893853320467274;

double normal_density(double x) { return exp_of(-0.5 * x * x - log_root_two_pi); }

// Returns Mills' ratio Q(x)/density(x) for x ≥ 3 by Laplace's continued fraction 1/(x + 1/(x + 2/(x + …))).
double mills_ratio(double x)
{
    double fraction = x;
    for (int k = 5 + int(600 / (x * x)); k >= 1; --k)
        fraction = x + k / fraction;
    return 1 / fraction;
}

// Returns Q(x). For |x| < 3 it is ½ − density(x)·(x + x³/3 + x⁵/(3·5) + …).
double upper_tail(double x)
{
    const double distance = std::abs(x);
    if (distance >= far_out) {
        const double tail = normal_density(distance) * mills_ratio(distance);
        return x < 0 ? 1 - tail : tail;
    }
    double term = x, sum = x;
    for (int k = 3; std::abs(term) > 1e-17 * std::abs(sum); k += 2) {
        term *= x * x / k;
        sum += term;
    }
    return 0.5 - normal_density(x) * sum;
}

// x with Q(x) = p is (1 − 2p) times a smooth function of w = −ln 4p(1 − p): a polynomial in w up to 6, and in √w
// beyond, in float, for about 1e-13 < p < 1 − 1e-13. After Giles, Approximating the erfinv function, 2012; the
// coefficients come from a new interpolation at Chebyshev nodes.
constexpr float first_far = 6;
inline float log_of_odds(double p) { return -log_of(float(4 * p * (1 - p))); }
inline float near_ratio(float w)
{
    const float c = w - 3;
    float center = -7.751285568e-09f;
    center = center * c - 5.884826367e-09f;
    center = center * c + 6.343786221e-07f;
    center = center * c - 2.670690887e-06f;
    center = center * c - 1.797444751e-05f;
    center = center * c + 2.764702188e-04f;
    center = center * c - 1.182551468e-03f;
    center = center * c - 8.115623547e-03f;
    center = center * c + 3.417169968e-01f;
    return center * c + 2.296035246e+00f;
}
inline float far_ratio(float w)
{
    const float r = root_of(w) - 3.9f;
    float tail = 4.157174372e-05f;
    tail = tail * r - 1.321135570e-04f;
    tail = tail * r + 1.300568151e-04f;
    tail = tail * r - 1.434108692e-04f;
    tail = tail * r + 5.380655781e-04f;
    tail = tail * r - 1.473960244e-03f;
    tail = tail * r + 2.183358641e-03f;
    tail = tail * r + 1.427251042e+00f;
    return tail * r + 5.287529333e+00f;
}

float normal_deviate(double p)
{
    const float w = log_of_odds(p);
    return float(1 - 2 * p) * (w < first_far ? near_ratio(w) : far_ratio(w));
}

}   // namespace

double log_upper_tail(double x)
{
    if (x == infinity)
        return -infinity;
    if (x < far_out)
        return log_of(upper_tail(x));
    return -0.5 * x * x - log_root_two_pi + log_of(mills_ratio(x));
}

TruncatedNormal::TruncatedNormal(double low, double high)
    : low_(low), high_(high),
      mirrored_(low + high < 0)   // NaN from −∞ + ∞ compares false: the whole line needs no mirror
      ,
      a_(mirrored_ ? -high : low), b_(mirrored_ ? -low : high), log_tail_a_(log_upper_tail(a_)),
      ratio_(exp_of(log_upper_tail(b_) - log_tail_a_))
{
}

TruncatedNormal::Moments TruncatedNormal::moments() const
{
    // Integrates over t = x − m, m the mode, so that nothing cancels however far out or narrow the interval is. The
    // density is ∝ exp(−m t − t²/2), and below 1e-21 of its peak where t (m + t/2) > 48.
    const double mode = std::clamp(0.0, a_, b_);
    const double reach = 96 / (mode + std::sqrt(mode * mode + 96));
    const double first = std::max(a_ - mode, -reach), last = std::min(b_ - mode, reach);
    constexpr int panels = 8;
    const double width = (last - first) / panels;
    const auto integral = [&](auto&& f) {
        double sum = 0;
        for (int i = 0; i < panels; ++i)
            sum += boost::math::quadrature::gauss<double, 30>::integrate(f, first + i * width, first + (i + 1) * width);
        return sum;
    };
    const auto weight = [&](double t) { return std::exp(-t * (mode + 0.5 * t)); };
    const double mass = integral(weight);
    // The mean of a symmetric interval is exactly zero.
    const double mean = a_ == -b_ ? 0 : integral([&](double t) { return t * weight(t); }) / mass;
    const double variance = integral([&](double t) { return (t - mean) * (t - mean) * weight(t); }) / mass;
    return {mirrored_ ? -(mode + mean) : mode + mean, variance};
}

double TruncatedNormal::density(double x) const
{
    if (x < low_ || x > high_)
        return 0;
    const double y = mirrored_ ? -x : x;
    return exp_of(-0.5 * y * y - log_root_two_pi - log_tail_a_) / (1 - ratio_);
}

double TruncatedNormal::quantile(double p) const
{
    // x is the point that leaves the fraction v of Q(a) above it. The mirror image counts from the other end.
    const double from_left = mirrored_ ? 1 - p : p;
    const double v = 1 - from_left * (1 - ratio_);
    double x;
    if (a_ < far_out) {
        const double tail = v * exp_of(log_tail_a_);
        x = double(normal_deviate(tail));
        for (int i = 0; i < 3; ++i)   // Newton's method
            x += (upper_tail(x) - tail) / normal_density(x);
    } else {
        // Newton's method on ln Q(x) = ln Q(a) + ln v; ln Q is concave, so it converges from the right.
        const double log_v = log_of(v);
        x = std::sqrt(a_ * a_ - 2 * log_v);
        for (int i = 0; i < 4; ++i)
            x += (log_upper_tail(x) - log_tail_a_ - log_v) * mills_ratio(x);
    }
    x = std::clamp(x, a_, b_);
    return mirrored_ ? -x : x;
}

void TruncatedNormal::quantiles(const BitBlock& bits, float* out) const
{
    if (a_ >= far_out) {
        for (std::uint32_t i = 0; i < block_columns; ++i)
            out[i] = float(quantile((double(bits.words[i]) + 0.5) * 0x1p-32));
        return;
    }
    const double top = exp_of(log_tail_a_), bottom = top * ratio_;
    const double from = mirrored_ ? bottom : top, to = mirrored_ ? top : bottom;
    const double step = (to - from) * 0x1p-32;
    const float low = float(a_), high = float(b_), sign = mirrored_ ? -1.0f : 1.0f;
    alignas(64) float w[block_columns], side[block_columns];
    int far = 0;
    for (std::uint32_t i = 0; i < block_columns; ++i) {
        const double p = from + (double(bits.words[i]) + 0.5) * step;
        w[i] = log_of_odds(p);
        side[i] = float(1 - 2 * p);
        far |= !(w[i] < first_far);
    }
    const auto put = [&](std::uint32_t i, float x) {
        x = x < low ? low : x;
        x = x > high ? high : x;
        out[i] = sign * x;
    };
    if (far == 0) {   // most blocks
        for (std::uint32_t i = 0; i < block_columns; ++i)
            put(i, side[i] * near_ratio(w[i]));
        return;
    }
    for (std::uint32_t i = 0; i < block_columns; ++i) {
        const float center = near_ratio(w[i]),
                    tail = far_ratio(w[i]);   // without a branch, so that the loop vectorizes
        put(i, side[i] * (w[i] < first_far ? center : tail));
    }
}

}   // namespace stepzero
