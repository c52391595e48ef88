// SPDX-License-Identifier: GPL-3.0-or-later
// Matrix products in tiles that depend on shapes alone, so that no bit hangs on the number of threads. A tile is a
// task: who runs it may go on with its numbers while they are in the cache.
#pragma once

#include <Eigen/Core>

#include "core/math/linear/tiles.h"
#include "core/math/linear/tiling.h"

namespace stepzero {

/// How the left factor of a product lies in memory: as A, column by column, or as Aᵀ.
enum class Left { plain, transposed };

/// Y = scale·A B, or Y += scale·A B.
template <class Scalar>
class TiledProduct {
public:
    using Matrix = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic>;
    using In = Eigen::Ref<const Matrix, 0, Eigen::OuterStride<>>;
    using Out = Eigen::Ref<Matrix, 0, Eigen::OuterStride<>>;
    enum class To { set, add };

    /// All three must live as long, and Y overlaps neither factor; an expression that has no memory is no factor.
    TiledProduct(Left left, const In& a, const In& b, Out y, Scalar scale = 1, To to = To::set);

    int tiles() const { return tiling_.size(); }
    /// Works out one tile of Y and says which it was. Throws Stopped.
    Block tile(int i, const Context& context) const;
    /// All of them, each followed by then(i, block). Throws Stopped.
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

/// A B. Throws Stopped.
Eigen::MatrixXd product(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b, const Context& context);

/// R B for R upper triangular or trapezoidal [k, n], k ≤ n, with zeros below its diagonal. Throws Stopped.
Eigen::MatrixXd upper_product(const Eigen::MatrixXd& r, const Eigen::MatrixXd& b, const Context& context);

}   // namespace stepzero
