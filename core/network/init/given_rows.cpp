// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/init/given_rows.h"

#include <algorithm>
#include <cmath>

namespace stepzero {

using Eigen::Index;

namespace {

constexpr double spread = 1e-9;   // relative to the covariance of the other rows
constexpr Index rows_at_a_time = 16;

/// Adds Σ_i a_i (w_i − mean)/√n with a ~ N(0, 1), whose covariance is that of the rows w_i with mean `mean`.
void add_spread(
    WeightMatrix& table, Index old, const Eigen::RowVectorXf& mean, const Stream& noise, const Context& context)
{
    const Index added = table.rows() - old;
    const auto factor = float(std::sqrt(spread / double(old)));
    WeightMatrix a(std::min(added, rows_at_a_time), old);
    for (Index first = 0; first < added; first += rows_at_a_time) {
        context.check();
        const Index count = std::min(rows_at_a_time, added - first);
        for (Index row = 0; row < count; ++row)
            fill_normal(noise, std::uint32_t(first + row), 0, a.row(row).data(), std::size_t(old));
        const Eigen::VectorXf sums = a.topRows(count).rowwise().sum();
        table.middleRows(old + first, count).noalias()
            += factor * (a.topRows(count) * table.topRows(old) - sums * mean);
    }
}

}   // namespace

void give_rows(WeightMatrix& table, const GivenRows& rows, const Stream& noise, const Context& context)
{
    const Index added = std::min<Index>(rows.added, table.rows() - 1), old = table.rows() - added;
    if (added > 0 && rows.rule != GivenRows::Rule::drawn) {
        const Eigen::RowVectorXf mean = table.topRows(old).cast<double>().colwise().mean().cast<float>();
        table.bottomRows(added).rowwise() = mean;
        if (rows.rule == GivenRows::Rule::mean_with_spread)
            add_spread(table, old, mean, noise, context);
    }
    if (rows.padding)
        table.row(0).setZero();
}

}   // namespace stepzero
