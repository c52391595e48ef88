// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/product.h"

#include <algorithm>

namespace stepzero {

namespace {

using Eigen::Index;

/// scale·A x + shift·Σx + b, where block(row, rows, k, count) is a block of A: rows, then columns.
template <class BlockOf>
Tensor tiled_product(Index rows, Index inner, const BlockOf& block_of, float scale, float shift, const Tensor& x,
    const Eigen::VectorXf& bias, const Context& context)
{
    constexpr Index piece = 1024;   // of the inner dimension, between two looks at the stop token
    // Multiples of the 48 rows that Eigen's kernel takes at a time, tall where enough tiles are left for the threads.
    const Index width = 256, height = rows >= 2048 || (rows >= 768 && x.cols() > 128) ? 384 : 192;
    Tensor y(rows, x.cols());
    Eigen::RowVectorXf sums;
    if (shift != 0)
        sums = shift * x.cast<double>().colwise().sum().cast<float>();
    const Index across = (rows + height - 1) / height, down = (x.cols() + width - 1) / width;
    context.parallel(int(across * down), [&](int task) {
        const Index row = task % across * height, column = task / across * width;
        const Index h = std::min(height, rows - row), w = std::min(width, x.cols() - column);
        auto block = y.block(row, column, h, w);
        if (scale == 0) {
            block.setZero();
        } else {
            for (Index k = 0; k < inner; k += piece) {
                context.check();
                const Index count = std::min(piece, inner - k);
                if (k == 0)
                    block.noalias() = block_of(row, h, k, count) * x.block(k, column, count, w);
                else
                    block.noalias() += block_of(row, h, k, count) * x.block(k, column, count, w);
            }
            if (scale != 1)
                block *= scale;
        }
        if (shift != 0)
            block.rowwise() += sums.segment(column, w);
        if (bias.size() != 0)
            block.colwise() += bias.segment(row, h);
    });
    return y;
}

}   // namespace

Tensor product(const DrawnMatrix& w, const Tensor& x, const Eigen::VectorXf& bias, const Context& context)
{
    const auto block_of
        = [&](Index row, Index h, Index k, Index count) { return w.base->entries.block(row, k, h, count); };
    return tiled_product(w.rows(), w.columns(), block_of, w.scale, w.shift, x, bias, context);
}

Tensor transposed_product(const DrawnMatrix& w, const Tensor& g, const Context& context)
{
    const auto block_of
        = [&](Index row, Index h, Index k, Index count) { return w.base->entries.block(k, row, count, h).transpose(); };
    return tiled_product(w.columns(), w.rows(), block_of, w.scale, w.shift, g, {}, context);
}

}   // namespace stepzero
