// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/init/noise.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/linear/qr.h"
#include "core/linear/tiles.h"
#include "core/linear/units.h"
#include "core/random/affine.h"
#include "core/random/time_steps.h"
#include "core/random/twins.h"
#include "core/statistics/describe.h"

namespace stepzero {

namespace {

// Rows of a task are chosen so that a task fills about this many entries: well under 10 ms of work.
constexpr std::int64_t entries_of_a_task = 1 << 16;

// fill(row) for every row, in parallel tiles of rows.
template <class Fill>
void by_rows(int rows, int columns, const Context& context, const Fill& fill)
{
    const int tile = int(std::clamp<std::int64_t>(entries_of_a_task / std::max(columns, 1), 1, std::max(rows, 1)));
    context.parallel((rows + tile - 1) / tile, [&](int task) {
        const int end = std::min(rows, (task + 1) * tile);
        for (int row = task * tile; row < end; ++row)
            fill(row);
    });
}

void fill_normal_rows(const Stream& stream, WeightMatrix& entries, const Context& context)
{
    by_rows(int(entries.rows()), int(entries.cols()), context, [&](int row) {
        fill_normal(stream, std::uint32_t(row), 0, entries.row(row).data(), std::size_t(entries.cols()));
    });
}

// Haar: Q of a normal matrix whose R has a positive diagonal (Mezzadri 2007), transposed if it is wide.
void fill_orthogonal(const Stream& stream, WeightMatrix& entries, const Context& context)
{
    fill_normal_rows(stream, entries, context);
    const bool wide = entries.rows() < entries.cols();
    // Tile by tile, so that it can be stopped: from rows to columns and back is seconds of work for a large matrix.
    const auto by_tiles = [&](auto&& copy) {
        constexpr Eigen::Index tile = 64;   // columns
        for_tiles(std::min(entries.rows(), entries.cols()), tile, 8.0 * double(entries.size()), context, copy);
    };
    Eigen::MatrixXf tall(std::max(entries.rows(), entries.cols()), std::min(entries.rows(), entries.cols()));
    by_tiles([&](Eigen::Index first, Eigen::Index count) {
        if (wide)
            tall.middleCols(first, count) = entries.middleRows(first, count).transpose();
        else
            tall.middleCols(first, count) = entries.middleCols(first, count);
    });
    Qr<float> qr = householder_qr(std::move(tall), context);
    by_tiles([&](Eigen::Index first, Eigen::Index count) {
        for (Eigen::Index j = first; j < first + count; ++j)
            if (qr.r(j, j) < 0)
                qr.q.col(j) = -qr.q.col(j);
        if (wide)
            entries.middleRows(first, count) = qr.q.middleCols(first, count).transpose();
        else
            entries.middleCols(first, count) = qr.q.middleCols(first, count);
    });
}

/// The same, where one column of each channel has them and the rest is 0.
void fill_delta_orthogonal(const Draw& draw, const Stream& stream, WeightMatrix& entries, const Context& context)
{
    WeightMatrix across(entries.rows(), entries.cols() / draw.receptive);
    fill_orthogonal(stream, across, context);
    entries.setZero();
    for (Eigen::Index channel = 0; channel < across.cols(); ++channel)
        entries.col(channel * draw.receptive + draw.centre) = across.col(channel);
}

/// Each group of units takes the channels to themselves, as far as there are both.
void fill_identity(const Draw& draw, WeightMatrix& entries)
{
    entries.setZero();
    const Eigen::Index units = entries.rows() / draw.groups, channels = entries.cols() / draw.receptive;
    for (Eigen::Index group = 0; group < draw.groups; ++group)
        for (Eigen::Index i = 0; i < std::min(units, channels); ++i)
            entries(group * units + i, i * draw.receptive + draw.centre) = 1;
}

void fill_sparse(const Draw& draw, const Stream& stream, WeightMatrix& entries, const Context& context)
{
    fill_normal_rows(stream, entries, context);
    const int zeros = sparse_zeros(draw.sparsity, int(entries.rows()));
    by_rows(int(entries.cols()), int(entries.rows()), context, [&](int column) {
        std::vector<std::uint32_t> order(std::size_t(entries.rows()));
        fill_permutation(stream, std::uint32_t(column), order.data(), order.size());
        for (int i = 0; i < zeros; ++i)
            entries(order[std::size_t(i)], column) = 0;
    });
}

void fill_unit_rows(const Stream& stream, WeightMatrix& entries, const Context& context)
{
    fill_normal_rows(stream, entries, context);
    by_rows(int(entries.rows()), int(entries.cols()), context, [&](int row) {
        const Eigen::VectorXd numbers = entries.row(row).transpose().cast<double>();
        entries.row(row) = (numbers / numbers.norm()).cast<float>().transpose();
    });
}

void round_entries(const Draw& draw, WeightMatrix& entries, const Context& context)
{
    const FloatRange& range = float_range(draw.format);
    const std::int64_t exponent = exponent_of(draw);
    const double unit = power_of_two(exponent), in_units = power_of_two(-exponent);
    const auto scale = float(draw.scale * in_units), shift = float(draw.shift * in_units);
    by_rows(int(entries.rows()), int(entries.cols()), context, [&](int row) {
        float* first = entries.row(row).data();
        fill_affine(first, std::size_t(entries.cols()), scale, shift, first);
        for (float* entry = first; entry < first + entries.cols(); ++entry)
            *entry = float(rounded(*entry * unit, range) * in_units);
    });
}

}   // namespace

std::int64_t exponent_of(const Draw& draw)
{
    return split_factor(std::max(std::abs(draw.scale), std::abs(draw.shift))).exponent;
}

BaseNoise draw_base(const Draw& draw, const Stream& stream, int rows, int columns, const Context& context)
{
    BaseNoise noise;
    WeightMatrix& entries = noise.entries;
    entries.resize(rows, columns);
    switch (draw.base) {
    case Base::constant:
        entries.setOnes();
        break;
    case Base::normal:
        fill_normal_rows(stream, entries, context);
        break;
    case Base::uniform:
        by_rows(rows, columns, context, [&](int row) {
            fill_uniform(stream, std::uint32_t(row), 0, entries.row(row).data(), std::size_t(columns));
        });
        break;
    case Base::truncated_normal:
        by_rows(rows, columns, context, [&](int row) {
            fill_truncated_normal(
                stream, std::uint32_t(row), 0, entries.row(row).data(), std::size_t(columns), draw.low, draw.high);
        });
        break;
    case Base::orthogonal:
        if (draw.receptive == 1)
            fill_orthogonal(stream, entries, context);
        else
            fill_delta_orthogonal(draw, stream, entries, context);
        break;
    case Base::identity:
        fill_identity(draw, entries);
        break;
    case Base::sparse_normal:
        fill_sparse(draw, stream, entries, context);
        break;
    case Base::unit_rows:
        fill_unit_rows(stream, entries, context);
        break;
    case Base::unit_columns: {
        WeightMatrix transposed(columns, rows);
        fill_unit_rows(stream, transposed, context);
        entries = transposed.transpose();
        break;
    }
    case Base::twins:
        fill_normal_rows(stream, entries, context);
        make_twins(entries.data(), std::size_t(rows), std::size_t(columns), draw.noise);
        break;
    case Base::log_ordinal:
        for (int row = 0; row < rows; ++row)
            fill_log_ordinals(entries.row(row).data(), std::size_t(columns));
        break;
    case Base::softplus_inverse:
        by_rows(rows, columns, context, [&](int row) {
            float* const first = entries.row(row).data();
            fill_uniform(stream, std::uint32_t(row), 0, first, std::size_t(columns));
            to_softplus_inverse(first, std::size_t(columns), draw.low, draw.high, draw.floor);
        });
        break;
    }
    if (draw.format != FloatFormat::float32)
        round_entries(draw, entries, context);
    noise.distribution = describe(entries.data(), std::size_t(entries.size()), context);
    return noise;
}

}   // namespace stepzero
