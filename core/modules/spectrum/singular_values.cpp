// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/spectrum/singular_values.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "core/math/linear/bidiagonal.h"
#include "core/math/linear/tiles.h"

namespace stepzero {

std::vector<double> singular_values(const Eigen::MatrixXd& matrix, const Context& context)
{
    constexpr Eigen::Index tile = 64;
    const bool wide = matrix.rows() < matrix.cols();
    Eigen::MatrixXd tall(std::max(matrix.rows(), matrix.cols()), std::min(matrix.rows(), matrix.cols()));
    std::vector<double> values(std::size_t(tall.cols()), 0.0);
    double largest = 0;
    for (Eigen::Index j = 0; j < matrix.cols() && matrix.rows() > 0; ++j) {
        context.check();
        largest = std::max(largest, matrix.col(j).cwiseAbs().maxCoeff());
    }
    if (largest == 0)
        return values;

    // Scales by a power of two, so that squares neither over- nor underflow.
    const double unit = std::ldexp(1.0, std::clamp(std::ilogb(largest), -1000, 1000));
    for_tiles(tall.cols(), tile, double(tall.size()), context, [&](Eigen::Index first, Eigen::Index count) {
        auto part = tall.middleCols(first, count);
        if (wide)
            part = matrix.middleRows(first, count).transpose() / unit;
        else
            part = matrix.middleCols(first, count) / unit;
    });
    const Eigen::VectorXd found = singular_values(bidiagonalize(std::move(tall), context), context);
    std::transform(found.begin(), found.end(), values.begin(), [unit](double x) { return x * unit; });
    std::sort(values.begin(), values.end(), std::greater<>());
    return values;
}

}   // namespace stepzero
