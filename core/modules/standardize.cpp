// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/standardize.h"

#include <cmath>

namespace stepzero {

namespace {

using Row = Eigen::ArrayXd;

/// (W − mean)/√(variance + ε) of a row, and the divisor.
struct Unit {
    Row numbers;
    double divisor;
};

Unit unit_of(const ScaledMatrix& w, Eigen::Index row)
{
    const double scale = w.scale * power_of_two(w.exponent);   // the mean removes a shift
    Row x = w.base->entries.row(row).transpose().cast<double>().array() * scale;
    x -= x.mean();
    const double divisor = std::sqrt(x.square().mean() + standardization_epsilon);
    x /= divisor;
    return {std::move(x), divisor};
}

}   // namespace

ScaledMatrix standardized(const ScaledMatrix& w, double k)
{
    auto base = std::make_shared<BaseNoise>();
    base->entries.resize(w.rows(), w.columns());
    for (Eigen::Index row = 0; row < w.rows(); ++row)
        base->entries.row(row) = (k * unit_of(w, row).numbers).matrix().transpose().cast<float>();
    return {.base = std::move(base)};
}

WeightMatrix through_standardization(const ScaledMatrix& w, double k, const WeightMatrix& gradient)
{
    WeightMatrix result(gradient.rows(), gradient.cols());
    for (Eigen::Index row = 0; row < w.rows(); ++row) {
        const Unit unit = unit_of(w, row);
        const Row g = gradient.row(row).transpose().cast<double>().array();
        result.row(row) = ((g - g.mean() - unit.numbers * (g * unit.numbers).mean()) * (k / unit.divisor))
                              .matrix()
                              .transpose()
                              .cast<float>();
    }
    return result;
}

}   // namespace stepzero
