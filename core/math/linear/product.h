// SPDX-License-Identifier: GPL-3.0-or-later
// Matrix products in tiles that depend only on the shapes, so that no bit depends on the number of threads. Each tile
// is a task. Its thread may continue with the tile's numbers while they are in the cache.
#pragma once

#include <Eigen/Core>

#include "core/math/linear/tiles.h"
#include "core/math/linear/tiling.h"

namespace stepzero {

/// Memory layout of the left factor of a product: as A, column by column, or as Aᵀ.
enum class Left { plain, transposed };

/// Computes Y = scale·A B, or Y += scale·A B.
template <class Scalar>
class TiledProduct {
public:
    using Matrix = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic>;
    using In = Eigen::Ref<const Matrix, 0, Eigen::OuterStride<>>;
    using Out = Eigen::Ref<Matrix, 0, Eigen::OuterStride<>>;
    enum class To { set, add };

    /// All three matrices must outlive the product, and Y must not overlap a factor. A factor must be stored in memory,
    /// not an expression.
    TiledProduct(Left left, const In& a, const In& b, Out y, Scalar scale = 1, To to = To::set);

    int tiles() const { return tiling_.size(); }
    /// Computes one tile of Y and returns its position. Throws Stopped.
    Block tile(int i, const Context& context) const;
    /// Computes all tiles and calls then(i, block) after each of them. Throws Stopped.
    template <class Then>
    void run(const Context& context, const Then& then) const
    {
        for_tiles(tiles(), 1, operations_, context,
            [&](Eigen::Index i, Eigen::Index) { then(int(i), tile(int(i), context)); });
    }
    void run(const Context& context) const
    {
        run(context, [](int, const Block&) {});
    }

    /// As run(), for a Y that is symmetric down to the last bit: a third to a half of the tiles are copied. Throws
    /// Stopped.
    void run_symmetric(const Context& context) const;

    /// Y += A Aᵀ for a symmetric Y. Throws Stopped.
    static void add_gram(const In& a, Out y, const Context& context);
    /// Y += scale·A Bᵀ. Throws Stopped.
    static void add_outer(const In& a, const In& b, Out y, const Context& context, Scalar scale = 1);

private:
    void vector_tile(const Block& block) const;
    void pack(Eigen::Index row, Eigen::Index rows, Eigen::Index k, Eigen::Index n, Scalar* panels) const;

    Left left_;
    Eigen::Index inner_, columns_;
    const Scalar *a_, *b_;
    Scalar* y_;
    Eigen::Index a_stride_, b_stride_, y_stride_;
    Scalar scale_;
    bool add_;
    Tiling tiling_;
    double operations_;
};

extern template class TiledProduct<float>;
extern template class TiledProduct<double>;

/// Returns A B. Throws Stopped.
Eigen::MatrixXd product(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b, const Context& context);

/// Returns R B for R upper triangular or trapezoidal [k, n], k ≤ n, with zeros below its diagonal. Throws Stopped.
Eigen::MatrixXd upper_product(const Eigen::MatrixXd& r, const Eigen::MatrixXd& b, const Context& context);

}   // namespace stepzero
