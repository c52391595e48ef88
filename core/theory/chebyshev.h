// SPDX-License-Identifier: GPL-3.0-or-later
// Several functions of one number, known at a few points (Chebyshev's), from which the others are interpolated.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numbers>
#include <vector>

namespace stepzero {

/// From `low` to `high`, both finite. Functions are smooth: each unit of length takes six more points, up to 80.
template <std::size_t N>
class Chebyshev {
public:
    Chebyshev() = default;
    Chebyshev(double low, double high, const std::function<std::array<double, N>(double)>& functions)
        : low_(low), width_(high - low)
    {
        const int points = width_ < 1e-9 ? 1 : int(std::min(12 + 6 * width_, 80.0));
        for (int k = 0; k < points; ++k) {
            place_.push_back(points == 1 ? 0 : std::cos(std::numbers::pi * k / (points - 1)));
            known_.push_back(functions(low_ + (place_.back() + 1) / 2 * width_));
        }
    }

    /// What is not finite there is that of the nearest point.
    std::array<double, N> operator()(double at) const
    {
        if (known_.size() == 1)
            return known_.front();
        // The barycentric formula: weights of alternating signs, halved at the ends (Berrut, Trefethen 2004).
        const double x = (at - low_) / width_ * 2 - 1;
        std::array<double, 80> weights;
        double total = 0;
        std::size_t nearest = 0;
        for (std::size_t k = 0; k < known_.size(); ++k) {
            const double away = x - place_[k];
            if (std::abs(away) < 1e-14)
                return known_[k];
            weights[k] = (k % 2 == 0 ? 1 : -1) * (k == 0 || k + 1 == known_.size() ? 0.5 : 1) / away;
            total += weights[k];
            if (std::abs(away) < std::abs(x - place_[nearest]))
                nearest = k;
        }
        std::array<double, N> result = known_[nearest];
        for (std::size_t n = 0; n < N; ++n) {
            double sum = 0;
            for (std::size_t k = 0; k < known_.size(); ++k)
                sum += weights[k] / total * known_[k][n];
            if (std::isfinite(sum))
                result[n] = sum;
        }
        return result;
    }

private:
    double low_ = 0, width_ = 0;
    std::vector<double> place_;   // from 1 to −1
    std::vector<std::array<double, N>> known_;
};

}   // namespace stepzero
