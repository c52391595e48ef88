// SPDX-License-Identifier: GPL-3.0-or-later
// Interpolates smooth functions from their values at a few Chebyshev nodes. Use it when each evaluation is expensive,
// for example an expectation at every position of an image. The interpolating polynomial is a series Σ c_k T_k(t) with
// −1 ≤ t ≤ 1 (Trefethen 2013, Approximation Theory and Approximation Practice, chapters 3 and 18).
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numbers>
#include <span>
#include <vector>

namespace stepzero {

/// Returns node j of n; nodes decrease from near 1 to near −1.
inline double chebyshev_node(int j, int n) { return std::cos(std::numbers::pi * (j + 0.5) / n); }

/// Replaces the values at the nodes by the coefficients c_k.
void to_chebyshev_terms(std::span<double> values);

struct ValueAndSlope {
    double value = 0, slope = 0;
};

/// Returns Σ c_k T_k(t), by Clenshaw's recurrence. Precondition: `terms` is not empty.
inline double chebyshev_value(std::span<const double> terms, double t)
{
    double next = 0, value = 0;
    for (std::size_t k = terms.size() - 1; k > 0; --k) {
        const double higher = terms[k] + 2 * t * value - next;
        next = value;
        value = higher;
    }
    return terms[0] + t * value - next;
}

/// Returns the same with its derivative.
inline ValueAndSlope chebyshev_sum(std::span<const double> terms, double t)
{
    double next = 0, value = 0, next_slope = 0, slope = 0;
    for (std::size_t k = terms.size() - 1; k > 0; --k) {
        const double steeper = 2 * (value + t * slope) - next_slope, higher = terms[k] + 2 * t * value - next;
        next_slope = slope;
        slope = steeper;
        next = value;
        value = higher;
    }
    return {terms[0] + t * value - next, value + t * slope - next_slope};
}

/// Interpolates N functions from `low` to `high`, both finite.
template <std::size_t N>
class Chebyshev {
public:
    Chebyshev() = default;
    /// By default uses 12 points plus 6 per unit of length, at most 80, which suffices for the logarithm of a moment as
    /// a function of ln q. Uses one point for an interval that is not longer than `shortest`, such as lengths that
    /// differ by rounding.
    Chebyshev(double low, double high, const std::function<std::array<double, N>(double)>& functions, int points = 0,
        double shortest = 1e-9)
        : low_(low), high_(high)
    {
        const double length = high - low;
        const int wanted = points > 0 ? points : int(std::min(12 + 6 * length, 80.0)),
                  count = length > shortest ? wanted : 1;
        for (int j = 0; j < count; ++j)
            known_.push_back(functions((low + high) / 2 + length / 2 * chebyshev_node(j, count)));
        for (std::size_t n = 0; n < N; ++n) {
            for (const std::array<double, N>& values : known_)
                terms_[n].push_back(values[n]);
            to_chebyshev_terms(terms_[n]);
        }
    }

    /// A result that is not finite is replaced by the value at the nearest node.
    std::array<double, N> operator()(double at) const
    {
        const double t = known_.size() == 1 ? 0 : std::clamp((2 * at - low_ - high_) / (high_ - low_), -1.0, 1.0);
        std::array<double, N> result;
        for (std::size_t n = 0; n < N; ++n)
            result[n] = chebyshev_value(terms_[n], t);
        if (!std::ranges::all_of(result, [](double x) { return std::isfinite(x); })) {
            const double nearest = std::acos(t) / std::numbers::pi * double(known_.size());
            const std::array<double, N>& there = known_[std::min(std::size_t(nearest), known_.size() - 1)];
            for (std::size_t n = 0; n < N; ++n)
                result[n] = std::isfinite(result[n]) ? result[n] : there[n];
        }
        return result;
    }

    double low() const { return low_; }
    double high() const { return high_; }
    const std::vector<double>& terms(std::size_t n) const { return terms_[n]; }

private:
    double low_ = 0, high_ = 0;
    std::vector<std::array<double, N>> known_;   // values at the nodes
    std::array<std::vector<double>, N> terms_;
};

}   // namespace stepzero
