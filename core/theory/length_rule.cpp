// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/theory/length_rule.h"

#include <cmath>

#include "core/math/linear/decompositions.h"

namespace stepzero {

std::vector<VectorLength> length_rule(double a, int points)
{
    Eigen::MatrixXd recurrence = Eigen::MatrixXd::Zero(points, points);
    for (int k = 0; k < points; ++k) {
        recurrence(k, k) = 2 * k + a;
        if (k > 0)
            recurrence(k, k - 1) = std::sqrt(k * (k + a - 1));
    }
    const SymmetricEigen solved = symmetric_eigen(recurrence);
    std::vector<VectorLength> all;
    for (int k = 0; k < points; ++k)
        all.push_back({solved.values[k] / a, std::pow(solved.vectors(0, k), 2)});
    return all;
}

}   // namespace stepzero
