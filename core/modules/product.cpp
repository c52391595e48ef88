// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/product.h"

#include <algorithm>

#include "core/modules/kernel.h"

namespace stepzero {

namespace {

using Eigen::Index;
using kernel::lanes;
using kernel::panel_width;

constexpr Index most_columns = (512 + panel_width - 1) / panel_width * panel_width;   // of a tile: whole panels

/// A panel's row is padded with zeros to whole registers.
Index padded(Index numbers) { return (numbers + kernel::width - 1) / kernel::width * kernel::width; }

/// The kernel, for lane i of the numbers that begin at first + i·stride; of `left` streams the last one stands in for
/// those that are missing.
void multiply(Index numbers, Index n, const float* panel, const float* first, Index stride, Index left, float* tile)
{
    const float* streams[lanes];
    for (Index lane = 0; lane < lanes; ++lane)
        streams[lane] = first + std::min(lane, left - 1) * stride;
    if (numbers <= kernel::width)
        kernel::multiply<1>(n, panel, streams, tile);
    else if (numbers <= 2 * kernel::width)
        kernel::multiply<2>(n, panel, streams, tile);
    else
        kernel::multiply<kernel::most_packets>(n, panel, streams, tile);
}

/// to[j][i] = from[i][j] for n rows of m numbers.
void transpose(const float* from, Index from_stride, Index n, Index m, float* to, Index to_stride)
{
    constexpr Index width = kernel::width;
    const Index whole_n = n / width * width, whole_m = m / width * width;
    for (Index i = 0; i < whole_n; i += width)
        for (Index j = 0; j < whole_m; j += width)
            kernel::transpose(from + i * from_stride + j, from_stride, to + j * to_stride + i, to_stride);
    for (Index i = 0; i < n; ++i)
        for (Index j = i < whole_n ? whole_m : 0; j < m; ++j)
            to[j * to_stride + i] = from[i * from_stride + j];
}

/// A row of a panel.
void copy_padded(const float* from, Index numbers, float* to)
{
    using Row = Eigen::Array<float, panel_width, 1>;
    if (numbers == panel_width) {
        Eigen::Map<Row> {to} = Eigen::Map<const Row>(from);
        return;
    }
    std::copy_n(from, numbers, to);
    std::fill_n(to + numbers, padded(numbers) - numbers, 0.0F);
}

/// Panels of the columns of x: [panel][k][columns of the panel].
Eigen::VectorXf packed_columns(const Eigen::Ref<const Tensor>& x, const Context& context)
{
    const Index inner = x.rows(), panels = (x.cols() + panel_width - 1) / panel_width;
    constexpr Index piece = 256;
    const Index chunks = (inner + piece - 1) / piece;
    Eigen::VectorXf packed(padded(x.cols()) * inner);
    for_tiles(panels * chunks, 1, 4.0 * double(x.size()), context, [&](Index task, Index) {
        const Index column = task / chunks * panel_width, k = task % chunks * piece;
        const Index columns = std::min(Index(panel_width), x.cols() - column), n = std::min(piece, inner - k);
        const Index row = padded(columns);
        float* panel = packed.data() + column * inner + k * row;
        if (row != columns)
            std::fill_n(panel, n * row, 0.0F);
        transpose(&x.coeffRef(k, column), x.outerStride(), columns, n, panel, row);
    });
    return packed;
}

Moments moments_of(const Eigen::Ref<const Tensor>& block)
{
    MomentAccumulator moments;
    for (Index column = 0; column < block.cols(); ++column)
        moments.add(block.col(column).data(), std::size_t(block.rows()));
    return moments.moments();
}

}   // namespace

// Registers run across columns of x; the numbers of W are taken one by one as they lie.
Moments product(const ScaledMatrix& w, const Eigen::Ref<const Tensor>& x, const Eigen::VectorXf& bias,
    const Context& context, Eigen::Ref<Tensor> y)
{
    constexpr Index piece = 1024, height = 64;
    constexpr Index group = std::max(lanes,
        kernel::width);   // rows that are brought into the order of y at once
    const WeightMatrix& base = w.base->entries;
    const Index rows = base.rows(), inner = base.cols();
    Eigen::RowVectorXf sums;
    if (w.shift != 0)
        sums = w.shift * x.cast<double>().colwise().sum().cast<float>();
    const Eigen::VectorXf packed = packed_columns(x, context);
    const Index across = (rows + height - 1) / height, down = (x.cols() + most_columns - 1) / most_columns;
    std::vector<Moments> parts(std::size_t(across * down));
    for_tiles(across * down, 1, 2.0 * double(rows) * double(x.size()), context, [&](Index task, Index) {
        const Index first = task % across * height, count = std::min(height, rows - first);
        const Index left = task / across * most_columns, right = std::min(left + most_columns, x.cols());
        alignas(64) float tile[group * panel_width], turned[panel_width * group];
        auto all = y.block(first, left, count, right - left);
        if (w.scale == 0 || inner == 0)
            all.setZero();
        for (Index k = 0; k < inner && w.scale != 0; k += piece) {
            context.check();
            const Index n = std::min(piece, inner - k);
            for (Index column = left; column < right; column += panel_width) {
                const Index columns = std::min(Index(panel_width), right - column), row = padded(columns);
                for (Index r = 0; r < count; r += group) {
                    const Index taken = std::min(group, count - r);
                    for (Index lane = 0; lane < taken; lane += lanes)
                        multiply(columns, n, packed.data() + column * inner + k * row,
                            &base.coeffRef(first + r + lane, k), inner, taken - lane, tile + lane * row);
                    transpose(tile, row, taken, columns, turned, group);
                    auto block = y.block(first + r, column, taken, columns);
                    const auto found = Eigen::Map<const Tensor>(turned, group, columns).topRows(taken);
                    if (k == 0)
                        block = w.scale * found;
                    else
                        block += w.scale * found;
                }
            }
        }
        if (w.shift != 0)
            all.rowwise() += sums.segment(left, right - left);
        if (bias.size() != 0)
            all.colwise() += bias.segment(first, count);
        parts[std::size_t(task)] = moments_of(all);
    });
    return joined_moments(parts);
}

// Registers run along rows of W; the numbers of g are taken one by one as they lie.
Moments transposed_product(
    const ScaledMatrix& w, const Eigen::Ref<const Tensor>& g, const Context& context, Eigen::Ref<Tensor> y)
{
    constexpr Index piece = 1024, height = 4 * panel_width, ahead = 12;
    const WeightMatrix& base = w.base->entries;
    const Index rows = base.cols(), inner = base.rows();
    Eigen::RowVectorXf sums;
    if (w.shift != 0)
        sums = w.shift * g.cast<double>().colwise().sum().cast<float>();
    const Index across = (rows + height - 1) / height, down = (g.cols() + most_columns - 1) / most_columns;
    std::vector<Moments> parts(std::size_t(across * down));
    for_tiles(across * down, 1, 2.0 * double(rows) * double(g.size()), context, [&](Index task, Index) {
        const Index first = task % across * height, end = std::min(first + height, rows);
        const Index left = task / across * most_columns, right = std::min(left + most_columns, g.cols());
        Eigen::VectorXf packed(piece * padded(end - first));   // [panel][k][rows of the panel]
        alignas(64) float tile[lanes * panel_width];
        auto all = y.block(first, left, end - first, right - left);
        all.setZero();
        for (Index k = 0; k < inner && w.scale != 0; k += piece) {
            context.check();
            const Index n = std::min(piece, inner - k);
            for (Index i = 0; i < n; ++i)
                for (Index r = first; r < end; r += panel_width) {
                    const Index numbers = std::min(Index(panel_width), end - r);
                    // Rows lie far apart, and memory does not guess the next one.
                    if (k + i + ahead < inner)
                        for (Index line = 0; line < numbers; line += 16)
                            __builtin_prefetch(&base.coeffRef(k + i + ahead, r + line));
                    copy_padded(
                        &base.coeffRef(k + i, r), numbers, packed.data() + (r - first) * n + i * padded(numbers));
                }
            for (Index r = first; r < end; r += panel_width) {
                const Index numbers = std::min(Index(panel_width), end - r);
                for (Index column = left; column < right; column += lanes) {
                    const Index taken = std::min(Index(lanes), right - column);
                    multiply(numbers, n, packed.data() + (r - first) * n, &g.coeffRef(k, column), g.outerStride(),
                        taken, tile);
                    y.block(r, column, numbers, taken)
                        += w.scale * Eigen::Map<const Tensor>(tile, padded(numbers), taken).topRows(numbers);
                }
            }
        }
        if (w.shift != 0)
            all.rowwise() += sums.segment(left, right - left);
        parts[std::size_t(task)] = moments_of(all);
    });
    return joined_moments(parts);
}

Signal product(const ScaledMatrix& w, const Signal& x, const Eigen::VectorXf& bias, const Context& context)
{
    const SumUnits units = sum_units(x.exponent + w.exponent, bias.size() == 0 ? 0 : bias.cwiseAbs().maxCoeff());
    ScaledMatrix in_units = w;
    in_units.scale = float(w.scale * units.product);
    in_units.shift = float(w.shift * units.product);
    Tensor y(w.rows(), x.columns());
    const Moments moments = product(in_units, x.numbers, bias * float(units.bias), context, y);
    return make_signal(std::move(y), units.exponent, x.positions, moments, context);
}

Signal transposed_product(const ScaledMatrix& w, const Signal& g, const Context& context)
{
    Tensor y(w.columns(), g.columns());
    const Moments moments = transposed_product(w, g.numbers, context, y);
    return make_signal(std::move(y), g.exponent + w.exponent, g.positions, moments, context);
}

}   // namespace stepzero
