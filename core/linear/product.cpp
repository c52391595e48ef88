// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/linear/product.h"

#include "core/linear/tiles.h"

namespace stepzero {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;

/// Columns of a tile: about 4 million multiplications, a fraction of a millisecond.
Index tile_width(const MatrixXd& a) { return std::clamp<Index>(4'000'000 / std::max<Index>(1, a.size()), 16, 64); }

}   // namespace

MatrixXd product(const MatrixXd& a, const MatrixXd& b, const Context& context)
{
    MatrixXd result(a.rows(), b.cols());
    for_tiles(b.cols(), tile_width(a), 2.0 * double(a.size()) * double(b.cols()), context,
        [&](Index first, Index count) { result.middleCols(first, count).noalias() = a * b.middleCols(first, count); });
    return result;
}

MatrixXd upper_product(const MatrixXd& r, const MatrixXd& b, const Context& context)
{
    const Index k = r.rows(), rest = r.cols() - k;
    MatrixXd result(k, b.cols());
    for_tiles(b.cols(), tile_width(r), double(r.size()) * double(b.cols()), context, [&](Index first, Index count) {
        auto part = result.middleCols(first, count);
        part.noalias() = r.leftCols(k).triangularView<Eigen::Upper>() * b.block(0, first, k, count);
        part.noalias() += r.rightCols(rest) * b.block(k, first, rest, count);
    });
    return result;
}

}   // namespace stepzero
