// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/linear/block_reflector.h"

#include <Eigen/Householder>
#include <algorithm>

#include "core/math/linear/tiles.h"

namespace stepzero {

namespace {

using Eigen::Index;

constexpr Index tile_size = 96;   // columns or rows; a tile of 4096 takes about a millisecond

/// Computes the reflections of a narrow panel column by column; their essential parts are stored below R.
template <class Block, class Vector>
void factor_columns(Block panel, Vector& tau)
{
    using Scalar = typename Block::Scalar;
    const Index m = panel.rows(), n = panel.cols();
    Eigen::Matrix<Scalar, Eigen::Dynamic, 1> scratch(n);
    for (Index j = 0; j < std::min(m, n); ++j) {
        Scalar beta;
        panel.col(j).tail(m - j).makeHouseholderInPlace(tau(j), beta);
        panel(j, j) = beta;
        if (j + 1 < n)
            panel.block(j, j + 1, m - j, n - j - 1)
                .applyHouseholderOnTheLeft(panel.col(j).tail(m - j - 1), tau(j), scratch.data());
    }
}

}   // namespace

template <class Scalar>
BlockReflector<Scalar> BlockReflector<Scalar>::factor(View panel)
{
    const Index m = panel.rows(), b = std::min(m, panel.cols());
    Eigen::Matrix<Scalar, Eigen::Dynamic, 1> tau(b);
    factor_columns(panel, tau);

    BlockReflector h;
    h.v = panel.leftCols(b);
    h.v.topRows(b).template triangularView<Eigen::StrictlyUpper>().setZero();
    h.v.diagonal().setOnes();
    panel.template triangularView<Eigen::StrictlyLower>().setZero();

    // Extends T of H_1 … H_{j−1} to T of H_1 … H_j: the new column is −τ_j T (Vᵀ v_j).
    Matrix gram(b, b);
    Product(Left::transposed, h.v, h.v, gram).run({});
    h.t = Matrix::Zero(b, b);
    for (Index j = 0; j < b; ++j) {
        h.t(j, j) = tau(j);
        if (j > 0)
            h.t.col(j).head(j).noalias()
                = h.t.topLeftCorner(j, j).template triangularView<Eigen::Upper>() * (-tau(j) * gram.col(j).head(j));
    }
    return h;
}

// C ← C − V (T (Vᵀ C)), or with Tᵀ instead of T.
template <class Scalar>
void BlockReflector<Scalar>::apply(Left of_t, View c, const Context& context) const
{
    for_tiles(c.cols(), tile_size, 4.0 * double(v.size()) * double(c.cols()), context, [&](Index first, Index count) {
        auto part = c.middleCols(first, count);
        Matrix projected(v.cols(), count), moved(v.cols(), count);
        Product(Left::transposed, v, part, projected).run(context);
        Product(of_t, t, projected, moved).run(context);
        Product(Left::plain, v, moved, part, -1, Product::To::add).run(context);
    });
}

template <class Scalar>
void BlockReflector<Scalar>::apply_right(View c, const Context& context) const
{
    for_tiles(c.rows(), tile_size, 4.0 * double(v.size()) * double(c.rows()), context, [&](Index first, Index count) {
        auto part = c.middleRows(first, count);
        Matrix projected(count, v.cols()), moved(count, v.cols());
        Product(Left::plain, part, v, projected).run(context);
        Product(Left::plain, projected, t, moved).run(context);
        Product::add_outer(moved, v, part, context, -1);
    });
}

template struct BlockReflector<float>;
template struct BlockReflector<double>;

}   // namespace stepzero
