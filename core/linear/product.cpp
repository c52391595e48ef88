// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/linear/product.h"

#include <algorithm>

#include "core/linear/tiles.h"

namespace stepzero {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;

constexpr double multiplications_of_a_tile = 16e6;   // less than a millisecond

/// How many columns, or rows, of `each` multiplications make a tile.
Index tile_size(double each, Index most)
{
    return std::clamp(Index(multiplications_of_a_tile / std::max(1.0, each)), Index(8), std::max(most, Index(8)));
}

}   // namespace

MatrixXd product(const MatrixXd& a, const MatrixXd& b, const Context& context)
{
    constexpr Index columns_of_a_tile = 64;
    const Index rows_of_a_tile = tile_size(double(a.cols()) * double(columns_of_a_tile), a.rows());
    MatrixXd result(a.rows(), b.cols());
    for_tiles(b.cols(), columns_of_a_tile, 2.0 * double(a.size()) * double(b.cols()), context,
        [&](Index column, Index columns) {
            for (Index row = 0; row < a.rows(); row += rows_of_a_tile) {
                context.check();
                const Index rows = std::min(rows_of_a_tile, a.rows() - row);
                result.block(row, column, rows, columns).noalias()
                    = a.middleRows(row, rows) * b.middleCols(column, columns);
            }
        });
    return result;
}

MatrixXd upper_product(const MatrixXd& r, const MatrixXd& b, const Context& context)
{
    const Index k = r.rows(), rest = r.cols() - k;
    MatrixXd result(k, b.cols());
    if (k == 0)
        return result;   // a product of rank 0; Eigen's triangular product takes addresses even in an empty matrix
    for_tiles(b.cols(), tile_size(double(r.size()), 64), double(r.size()) * double(b.cols()), context,
        [&](Index first, Index count) {
            auto part = result.middleCols(first, count);
            part.noalias() = r.leftCols(k).triangularView<Eigen::Upper>() * b.block(0, first, k, count);
            part.noalias() += r.rightCols(rest) * b.block(k, first, rest, count);
        });
    return result;
}

}   // namespace stepzero
