// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/spectrum/singular_values.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "core/linear/bidiagonal.h"

namespace stepzero {

std::vector<double> singular_values(const Eigen::MatrixXd& matrix, const Context& context)
{
    std::vector<double> values(std::size_t(std::min(matrix.rows(), matrix.cols())), 0.0);
    const double largest = matrix.size() > 0 ? matrix.cwiseAbs().maxCoeff() : 0.0;
    if (largest == 0)
        return values;
    const int exponent
        = std::ilogb(largest);   // a power of two is taken out, for squares that neither over- nor underflow
    Eigen::MatrixXd tall = matrix.rows() < matrix.cols() ? Eigen::MatrixXd(matrix.transpose()) : matrix;
    tall = tall.unaryExpr([exponent](double x) { return std::ldexp(x, -exponent); });
    const Eigen::VectorXd found = singular_values(bidiagonalize(std::move(tall), context), context);
    std::transform(
        found.begin(), found.end(), values.begin(), [exponent](double x) { return std::ldexp(x, exponent); });
    std::sort(values.begin(), values.end(), std::greater<>());
    return values;
}

}   // namespace stepzero
