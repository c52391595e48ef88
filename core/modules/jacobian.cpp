// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/jacobian.h"

#include <algorithm>
#include <cmath>

namespace stepzero {

namespace {

double largest(const Point& point) { return point.numbers.size() > 0 ? point.numbers.cwiseAbs().maxCoeff() : 0.0; }

Eigen::VectorXd in_units(const Point& point, std::int64_t exponent)
{
    return point.numbers.unaryExpr([=](double x) { return std::scalbln(x, long(point.exponent - exponent)); });
}

}   // namespace

void normalize(Point& point)
{
    const std::int64_t shift = normalizing_shift(largest(point), point.exponent);
    point.numbers = in_units(point, point.exponent + shift);
    point.exponent += shift;
}

Point sum(const Point& a, const Point& b)
{
    Point all = a;
    if (largest(a) == 0)
        all = b;
    else if (largest(b) != 0) {
        all.exponent = std::max(a.exponent, b.exponent);
        all.numbers = in_units(a, all.exponent) + in_units(b, all.exponent);
    }
    normalize(all);
    return all;
}

}   // namespace stepzero
