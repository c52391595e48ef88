// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/jacobian.h"

#include <algorithm>
#include <cmath>

#include "core/math/linear/tiles.h"
#include "core/modules/scaled.h"

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

Slopes activate(const Point& z, Eigen::VectorXd bias, const ActivationFunction& phi, Point& at)
{
    const Point all = sum(z, {std::move(bias), 0});
    const Eigen::Index units = all.numbers.size();
    const ScaledActivation<double> scaled(phi, all.exponent);
    Slopes slopes {Eigen::VectorXd(units), scaled.derivative_exponent()};
    at = {Eigen::VectorXd(units), scaled.value_exponent()};
    scaled.value(all.numbers.data(), at.numbers.data(), units);
    scaled.derivative(all.numbers.data(), slopes.numbers.data(), units);
    normalize(at);
    return slopes;
}

JacobianFactor factor_behind(
    WeightMatrix weights, Eigen::VectorXd bias, const ActivationFunction& phi, Point& at, const Context& context)
{
    using Eigen::Index;
    JacobianFactor factor {.weights = std::move(weights)};
    const Index rows = factor.weights.rows();
    Point z {Eigen::VectorXd(rows), at.exponent};
    const Index rows_of_a_tile = std::clamp<Index>(500'000 / std::max<Index>(1, factor.weights.cols()), 1, rows);
    for_tiles(rows, rows_of_a_tile, 2.0 * double(factor.weights.size()), context, [&](Index first, Index count) {
        for (Index row = first; row < first + count; ++row)
            z.numbers(row) = factor.weights.row(row).cast<double>().dot(at.numbers);
    });
    Slopes slopes = activate(z, std::move(bias), phi, at);
    factor.slopes = std::move(slopes.numbers);
    factor.exponent = slopes.exponent;
    return factor;
}

}   // namespace stepzero
