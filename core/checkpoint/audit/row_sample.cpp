// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/audit/row_sample.h"

#include <algorithm>
#include <cmath>

#include "core/math/linear/decompositions.h"
#include "core/math/linear/qr.h"

namespace stepzero {

namespace {

/// Returns numbers that are not orthogonal to any practical vector, identical on each call.
float any_number(std::uint64_t place)
{
    place = (place + 1) * 0x9E3779B97F4A7C15;
    place = (place ^ place >> 32) * 0xD6E8FEB86659FD93;
    return float(std::int32_t(place >> 32)) * 0x1p-31F;
}

}   // namespace

RowSample::RowSample(std::uint64_t rows, std::uint64_t columns, std::uint64_t most_entries)
{
    const std::uint64_t most = std::clamp<std::uint64_t>(
        most_entries / std::max<std::uint64_t>(columns, 1), 1, std::max<std::uint64_t>(rows, 1));
    stride_ = (rows + most - 1) / most;
    numbers_.resize(Eigen::Index((rows + stride_ - 1) / stride_), Eigen::Index(columns));
}

void RowSample::add(std::uint64_t row, std::uint64_t column, std::span<const double> numbers)
{
    if (row % stride_ != 0)
        return;
    const Eigen::Map<const Eigen::RowVectorXd> found(numbers.data(), Eigen::Index(numbers.size()));
    numbers_.row(Eigen::Index(row / stride_)).segment(Eigen::Index(column), found.size()) = found.cast<float>();
}

SpectrumNumbers RowSample::numbers() const
{
    // A mean adds one singular value of |mean|·√(rows·columns); far below that of the others, it does not affect them.
    constexpr double far_below = 0.1;
    const auto rows = double(numbers_.rows()), columns = double(numbers_.cols());
    const double mean = numbers_.cast<double>().mean(),
                 std = std::sqrt((numbers_.cast<double>().array() - mean).square().mean()), largest_of_all = largest(0);
    const bool moves
        = std::abs(mean) * std::sqrt(rows * columns) > far_below * std * (std::sqrt(rows) + std::sqrt(columns));
    return {.rows = std::uint64_t(numbers_.rows()),
        .columns = std::uint64_t(numbers_.cols()),
        .largest = largest_of_all,
        .largest_centred = moves ? largest(float(mean)) : largest_of_all,
        .orthogonal = orthogonal()};
}

// Subspace iteration with a few vectors (Halko, Martinsson, Tropp 2011). It finds an outlying value immediately, and
// the edge of a dense spectrum approximately.
double RowSample::largest(float mean) const
{
    constexpr Eigen::Index vectors = 4;
    constexpr int steps = 12;
    Eigen::MatrixXf numbers = numbers_.array() - mean;
    const double unit = numbers.cwiseAbs().maxCoeff();
    if (unit == 0)
        return 0;
    numbers /= float(unit);
    const Eigen::Index n = numbers.cols();
    Eigen::MatrixXf v(n, std::min(vectors, std::min(n, numbers.rows())));
    for (Eigen::Index i = 0; i < v.size(); ++i)
        v.data()[i] = any_number(std::uint64_t(i));
    double square = 0;
    for (int step = 0; step < steps; ++step) {
        v = householder_qr(v, {}).q;
        const Eigen::MatrixXf images = numbers * v, gram = images.transpose() * images;
        square = symmetric_eigen(gram.cast<double>()).values[gram.rows() - 1];
        v.noalias() = numbers.transpose() * images;
    }
    return unit * std::sqrt(square);
}

// Compares the cosines of a few vectors along the shorter side with those of random vectors.
bool RowSample::orthogonal() const
{
    constexpr Eigen::Index most = 32, least = 16;
    const bool by_row = numbers_.rows() <= numbers_.cols();
    const Eigen::Index shorter = std::min(numbers_.rows(), numbers_.cols()),
                       longer = std::max(numbers_.rows(), numbers_.cols()), n = std::min(most, shorter);
    if (n < 2 || longer < least || (!by_row && stride_ > 1))
        return false;
    Eigen::MatrixXd some(longer, n);
    if (by_row)
        some = numbers_.topRows(n).transpose().cast<double>();
    else
        some = numbers_.leftCols(n).cast<double>();
    some.colwise().normalize();
    Eigen::MatrixXd cosines = some.transpose() * some;
    cosines.diagonal().setZero();
    return std::sqrt(cosines.squaredNorm() / double(n * (n - 1))) < 0.1 / std::sqrt(double(longer));
}

}   // namespace stepzero
