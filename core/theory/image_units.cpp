// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/theory/image_units.h"

#include <algorithm>
#include <boost/math/special_functions/erf.hpp>
#include <cmath>
#include <numeric>

#include "core/base/words/nan.h"
#include "core/math/linear/decompositions.h"
#include "core/theory/log_sum.h"

namespace stepzero {

StratifiedNormals::StratifiedNormals(int count)
{
    for (int i = 0; i < count; ++i)
        strata_.push_back(std::sqrt(2.0) * boost::math::erf_inv(2 * (i + 0.5) / count - 1));
    double square = 0;
    for (const double x : strata_)
        square += x * x / count;
    for (double& x : strata_)
        x /= std::sqrt(square);
}

std::vector<double> StratifiedNormals::operator()()
{
    std::vector<double> all = strata_;
    for (std::size_t i = all.size(); i-- > 1;)   // Fisher and Yates; std::shuffle differs between libraries
        std::swap(all[i], all[random_() % (i + 1)]);
    return all;
}

std::vector<double> StratifiedNormals::beside(const std::vector<double>& x)
{
    std::vector<std::size_t> order(x.size());
    std::iota(order.begin(), order.end(), 0U);
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return x[a] < x[b]; });
    constexpr double golden = 0.6180339887498949;
    double place = double(random_() >> 11) * 0x1p-53;
    std::vector<double> all(x.size());
    for (const std::size_t k : order) {
        place += golden;
        place -= std::floor(place);
        all[k] = strata_[std::min(strata_.size() - 1, std::size_t(place * double(strata_.size())))];
    }
    return all;
}

std::vector<double> of_square_one(std::vector<double> x)
{
    double square = 0;
    for (const double each : x)
        square += each * each / double(x.size());
    if (square > 0)
        for (double& each : x)
            each /= std::sqrt(square);
    return x;
}

double mean_of_units(const std::vector<double>& x)
{
    return std::accumulate(x.begin(), x.end(), 0.0) / double(x.size());
}

PooledUnits pooled_units(const PooledUnitLaw& law, double ln_q, StratifiedNormals& normals, int count)
{
    const int n = law.pool.receptive();
    const double shared = law.input_mean * law.input_mean;
    Eigen::MatrixXd covariance = Eigen::MatrixXd::Constant(n, n, shared);
    covariance.diagonal().setConstant(1 + 1e-12);
    const Eigen::MatrixXd root = cholesky_root(covariance);
    Eigen::MatrixXd z(n, count);
    for (int a = 0; a < n; ++a) {
        const std::vector<double> row = normals();
        z.row(a) = Eigen::Map<const Eigen::RowVectorXd>(row.data(), count);
    }
    z = (root * z).eval();
    const double scale = std::exp(std::clamp(ln_q, -last_plain_logarithm, last_plain_logarithm) / 2);
    PooledUnits result;
    for (int i = 0; i < count; ++i) {
        double largest = -infinity;
        for (int a = 0; a < n; ++a) {
            const double here = scale * z(a, i);
            largest = std::max(largest, law.phi ? law.phi->phi().value(here) : here);
        }
        result.units.push_back(largest / scale);
    }
    double square = 0;
    for (const double x : result.units)
        square += x * x / count;
    result.log_gain = ln(square);
    return result;
}

ImageUnits twins(std::vector<double> here, StratifiedNormals& normals, double shared)
{
    ImageUnits units {std::move(here), normals()};
    const double rest = std::sqrt(std::max(0.0, 1 - shared * shared));
    for (std::size_t k = 0; k < units.there.size(); ++k)
        units.there[k] = shared * units.here[k] + rest * units.there[k];
    return units;
}

}   // namespace stepzero
