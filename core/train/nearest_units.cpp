// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/nearest_units.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "core/math/random/stream.h"

namespace stepzero {

double distance_of(const WeightMatrix& rows, const UnitPair& pair)
{
    const double squares = double(rows.row(pair.one).squaredNorm()) + double(rows.row(pair.other).squaredNorm());
    const double apart = double((rows.row(pair.one) - rows.row(pair.other)).squaredNorm());
    return apart == 0 ? 0 : std::sqrt(2 * apart / squares);
}

UnitPair nearest_units(const WeightMatrix& rows)
{
    constexpr Eigen::Index few = 64, neighbours = 2;
    constexpr std::uint32_t directions = 2;
    const Eigen::Index n = rows.rows();
    UnitPair nearest {0, 1};
    double smallest = distance_of(rows, nearest);
    const auto look = [&](Eigen::Index one, Eigen::Index other) {
        const UnitPair pair {std::min(one, other), std::max(one, other)};
        if (const double distance = distance_of(rows, pair); distance < smallest) {
            smallest = distance;
            nearest = pair;
        }
    };
    if (n <= few) {
        for (Eigen::Index i = 0; i < n; ++i)
            for (Eigen::Index j = i + 1; j < n; ++j)
                look(i, j);
        return nearest;
    }
    Eigen::VectorXf direction(rows.cols());
    for (std::uint32_t d = 0; d < directions; ++d) {
        fill_normal({}, d, 0, direction.data(), std::size_t(direction.size()));
        const Eigen::VectorXf along = rows * direction;
        std::vector<Eigen::Index> order(static_cast<std::size_t>(n));
        std::iota(order.begin(), order.end(), 0);
        std::ranges::sort(order, {}, [&](Eigen::Index i) { return std::pair(along[i], i); });
        for (std::size_t i = 0; i < order.size(); ++i)
            for (std::size_t j = i + 1; j <= i + neighbours && j < order.size(); ++j)
                look(order[i], order[j]);
    }
    return nearest;
}

}   // namespace stepzero
