// SPDX-License-Identifier: GPL-3.0-or-later
// Interpolates several functions of one number from their values at a few Chebyshev points. Use it when each evaluation
// is expensive, for example an expectation at every position of an image.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numbers>
#include <vector>

namespace stepzero {

/// Interpolates from `low` to `high`, both finite. The functions must be smooth. Uses 12 points plus 6 per unit of
/// length, at most 80.
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

    /// Values that are not finite are replaced by those at the nearest point.
    std::array<double, N> operator()(double at) const
    {
        if (known_.size() == 1)
            return known_.front();
        // The barycentric formula: weights with alternating signs, halved at the ends (Berrut, Trefethen 2004).
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
