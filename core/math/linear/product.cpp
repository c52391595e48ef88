// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/linear/product.h"

#include <algorithm>
#include <vector>

#include "core/math/linear/kernel.h"

namespace stepzero {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using kernel::lanes;
using kernel::panel_width;
using kernel::width;

/// Pads the row of a panel to whole registers.
template <class Scalar>
Index padded(Index numbers)
{
    return (numbers + width<Scalar> - 1) / width<Scalar> * width<Scalar>;
}

template <class Scalar>
void multiply(Index registers, Index n, const Scalar* panel, const Scalar* const (&streams)[lanes], Scalar* tile)
{
    if (registers == 1)
        kernel::multiply<1>(n, panel, streams, tile);
    else if (registers == 2)
        kernel::multiply<2>(n, panel, streams, tile);
    else
        kernel::multiply<kernel::most_packets>(n, panel, streams, tile);
}

/// to[j][i] = from[i][j] for n rows of m numbers.
template <class Scalar>
void transpose(const Scalar* from, Index from_stride, Index n, Index m, Scalar* to, Index to_stride)
{
    constexpr Index step = width<Scalar>;
    const Index whole_n = n / step * step, whole_m = m / step * step;
    for (Index i = 0; i < whole_n; i += step)
        for (Index j = 0; j < whole_m; j += step)
            kernel::transpose(from + i * from_stride + j, from_stride, to + j * to_stride + i, to_stride);
    for (Index i = 0; i < n; ++i)
        for (Index j = i < whole_n ? whole_m : 0; j < m; ++j)
            to[j * to_stride + i] = from[i * from_stride + j];
}

/// Returns Bᵀ as stored.
template <class Matrix>
Matrix turned_over(const Eigen::Ref<const Matrix, 0, Eigen::OuterStride<>>& b, const Context& context)
{
    constexpr Index band = 64;
    Matrix turned(b.cols(), b.rows());
    for_tiles(b.rows(), band, 16 * double(b.size()), context, [&](Index row, Index rows) {
        transpose(b.data() + row, b.outerStride(), b.cols(), rows, turned.data() + row * turned.outerStride(),
            turned.outerStride());
    });
    return turned;
}

}   // namespace

template <class Scalar>
TiledProduct<Scalar>::TiledProduct(Left left, const In& a, const In& b, Out y, Scalar scale, To to)
    : left_(left), inner_(scale == 0 ? 0 : b.rows()), columns_(b.cols()), a_(a.data()), b_(b.data()), y_(y.data()),
      a_stride_(a.outerStride()), b_stride_(b.outerStride()), y_stride_(y.outerStride()), scale_(scale),
      add_(to == To::add), tiling_(int(y.rows()), int(y.cols())),
      operations_(2.0 * double(y.rows()) * double(y.cols()) * double(inner_))
{
}

/// Packs rows of A into panels, ordered as [panel][k][rows of the panel].
template <class Scalar>
void TiledProduct<Scalar>::pack(Index row, Index rows, Index k, Index n, Scalar* panels) const
{
    constexpr Index most = panel_width<Scalar>;
    if (left_ == Left::transposed) {
        for (Index r = 0; r < rows; r += most) {
            const Index numbers = std::min(most, rows - r), padding = padded<Scalar>(numbers);
            Scalar* panel = panels + r * n;
            if (padding != numbers)
                std::fill_n(panel, n * padding, Scalar(0));
            transpose(a_ + (row + r) * a_stride_ + k, a_stride_, numbers, n, panel, padding);
        }
        return;
    }
    constexpr Index ahead = 12, line = Index(64 / sizeof(Scalar));
    for (Index i = 0; i < n; ++i)
        for (Index r = 0; r < rows; r += most) {
            const Index numbers = std::min(most, rows - r), padding = padded<Scalar>(numbers);
            const Scalar* from = a_ + (k + i) * a_stride_ + row + r;
            Scalar* to = panels + r * n + i * padding;
            // Columns lie far apart, so the hardware does not prefetch the next one.
            if (k + i + ahead < inner_)
                for (Index j = 0; j < numbers; j += line)
                    __builtin_prefetch(from + ahead * a_stride_ + j);
            using Row = Eigen::Array<Scalar, most, 1>;   // in registers; a copy of run-time size would call memmove
            if (numbers == most)
                Eigen::Map<Row> {to} = Eigen::Map<const Row>(from);
            else
                std::fill(std::copy_n(from, numbers, to), to + padding, Scalar(0));
        }
}

/// Computes a single column, for which packing A would not pay off.
template <class Scalar>
void TiledProduct<Scalar>::vector_tile(const Block& block) const
{
    using Vector = Eigen::Matrix<Scalar, Eigen::Dynamic, 1>;
    using Stored = Eigen::Map<const Matrix, 0, Eigen::OuterStride<>>;
    Eigen::Map<Vector> y(y_ + block.row, block.rows);
    const Eigen::Map<const Vector> b(b_, inner_);
    if (!add_)
        y.setZero();
    if (left_ == Left::transposed)
        y.noalias() += scale_
            * (Stored(a_ + block.row * a_stride_, inner_, block.rows, Eigen::OuterStride<>(a_stride_)).transpose() * b);
    else
        y.noalias() += scale_ * (Stored(a_ + block.row, block.rows, inner_, Eigen::OuterStride<>(a_stride_)) * b);
}

// Registers run along rows of A; the numbers of B are read one by one in place.
template <class Scalar>
Block TiledProduct<Scalar>::tile(int i, const Context& context) const
{
    constexpr Index most = panel_width<Scalar>, piece = Index(4096 / sizeof(Scalar));
    const Block block = tiling_[i];
    if (columns_ == 1) {
        context.check();
        vector_tile(block);
        return block;
    }
    const Index rows = block.rows, columns = block.columns;
    Scalar* y = y_ + block.column * y_stride_ + block.row;
    if (inner_ == 0 && !add_)
        for (Index column = 0; column < columns; ++column)
            std::fill_n(y + column * y_stride_, rows, Scalar(0));
    alignas(64) Scalar found[lanes * most];
    Eigen::Matrix<Scalar, Eigen::Dynamic, 1> panels(std::min(piece, inner_) * padded<Scalar>(rows));
    for (Index k = 0; k < inner_; k += piece) {
        context.check();
        const Index n = std::min(piece, inner_ - k);
        const bool add = add_ || k > 0;
        pack(block.row, rows, k, n, panels.data());
        for (Index r = 0; r < rows; r += most) {
            const Index numbers = std::min(most, rows - r), padding = padded<Scalar>(numbers);
            const Scalar* panel = panels.data() + r * n;
            for (Index column = 0; column < columns; column += lanes) {
                // The last stream stands in for missing ones.
                const Index taken = std::min(Index(lanes), columns - column);
                const Scalar* streams[lanes];
                for (Index lane = 0; lane < lanes; ++lane)
                    streams[lane] = b_ + (block.column + column + std::min(lane, taken - 1)) * b_stride_ + k;
                multiply(padding / width<Scalar>, n, panel, streams, found);
                for (Index lane = 0; lane < taken; ++lane) {
                    const Scalar* from = found + lane * padding;
                    Scalar* to = y + (column + lane) * y_stride_ + r;
                    if (add)
                        for (Index j = 0; j < numbers; ++j)
                            to[j] += scale_ * from[j];
                    else
                        for (Index j = 0; j < numbers; ++j)
                            to[j] = scale_ * from[j];
                }
            }
        }
    }
    return block;
}

template <class Scalar>
void TiledProduct<Scalar>::run_symmetric(const Context& context) const
{
    std::vector<int> computed, copied;
    for (int i = 0; i < tiles(); ++i)
        (tiling_[i].column < tiling_[i].row + tiling_[i].rows ? computed : copied).push_back(i);
    for_tiles(Index(computed.size()), 1, operations_, context,
        [&](Index i, Index) { tile(computed[std::size_t(i)], context); });
    for_tiles(Index(copied.size()), 1, operations_ / 16, context, [&](Index i, Index) {
        const Block b = tiling_[copied[std::size_t(i)]];
        transpose(y_ + b.row * y_stride_ + b.column, y_stride_, b.rows, b.columns, y_ + b.column * y_stride_ + b.row,
            y_stride_);
    });
}

template <class Scalar>
void TiledProduct<Scalar>::add_gram(const In& a, Out y, const Context& context)
{
    const Matrix turned = turned_over<Matrix>(a, context);
    TiledProduct(Left::plain, a, turned, y, 1, To::add).run_symmetric(context);
}

template <class Scalar>
void TiledProduct<Scalar>::add_outer(const In& a, const In& b, Out y, const Context& context, Scalar scale)
{
    const Matrix turned = turned_over<Matrix>(b, context);
    TiledProduct(Left::plain, a, turned, y, scale, To::add).run(context);
}

template class TiledProduct<float>;
template class TiledProduct<double>;

MatrixXd product(const MatrixXd& a, const MatrixXd& b, const Context& context)
{
    MatrixXd y(a.rows(), b.cols());
    TiledProduct<double>(Left::plain, a, b, y).run(context);
    return y;
}

MatrixXd upper_product(const MatrixXd& r, const MatrixXd& b, const Context& context)
{
    constexpr Index band = 128;
    MatrixXd y(r.rows(), b.cols());
    for (Index row = 0; row < r.rows(); row += band) {
        const Index rows = std::min(band, r.rows() - row), rest = r.cols() - row;
        TiledProduct<double>(Left::plain, r.block(row, row, rows, rest), b.bottomRows(rest), y.middleRows(row, rows))
            .run(context);
    }
    return y;
}

}   // namespace stepzero
