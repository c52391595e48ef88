// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/table_rows.h"

#include <algorithm>

#include "core/math/linear/tiles.h"

namespace stepzero {

using Eigen::Index;

TableRows table_rows(const ScaledMatrix& table, int added, const Context& context)
{
    constexpr Index looked_at = 64, tile = 512;
    const Index rows = table.rows(), old = rows - added, some = std::min<Index>(added, looked_at);
    const auto row = [&](Index first, Index count) {
        return (table.base->entries.middleRows(first, count).array() * table.plain_scale() + table.plain_shift())
            .matrix()
            .eval();
    };
    const WeightMatrix of_added = row(old, some);
    const auto inverse = [](double norm) { return norm > 0 ? 1 / norm : 0; };
    const Eigen::VectorXd own = of_added.cast<double>().rowwise().norm().unaryExpr(inverse);
    Eigen::VectorXd norms(rows);
    std::vector<Eigen::VectorXd> nearest(std::size_t((rows + tile - 1) / tile));
    for_tiles(rows, tile, 2.0 * double(rows * table.columns() * (some + 2)), context, [&](Index first, Index count) {
        const WeightMatrix part = row(first, count);
        norms.segment(first, count) = part.cast<double>().rowwise().norm();
        Eigen::MatrixXd cosines = (part * of_added.transpose()).cast<double>();
        cosines = norms.segment(first, count).unaryExpr(inverse).asDiagonal() * cosines * own.asDiagonal();
        for (Index i = 0; i < some; ++i)   // excludes the row itself
            if (old + i >= first && old + i < first + count)
                cosines(old + i - first, i) = -1;
        nearest[std::size_t(first / tile)] = cosines.colwise().maxCoeff();
    });
    Eigen::VectorXd best = nearest.front();
    for (const Eigen::VectorXd& part : nearest)
        best = best.cwiseMax(part);
    return {norms.head(old).mean(), norms.tail(added).mean(), best.mean()};
}

}   // namespace stepzero
