// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/init/noise.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/linear/qr.h"
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
    Eigen::MatrixXf tall = wide ? Eigen::MatrixXf(entries.transpose()) : Eigen::MatrixXf(entries);
    Qr<float> qr = householder_qr(std::move(tall), context);
    for (Eigen::Index j = 0; j < qr.q.cols(); ++j)
        if (qr.r(j, j) < 0)
            qr.q.col(j) = -qr.q.col(j);
    if (wide)
        entries = qr.q.transpose();
    else
        entries = qr.q;
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

Draw without_scale(Draw draw)
{
    draw.scale = 1;
    draw.shift = 0;
    return draw;
}

/// A number for a tensor; different ones may share it.
std::uint64_t tensor_of(const Stream& stream)
{
    constexpr std::uint64_t odd = 0x9e3779b97f4a7c15;   // spreads its factor over all bits (Knuth, 6.4)
    std::uint64_t number = stream.seed;
    for (const std::uint64_t next :
        {std::uint64_t(stream.replica), std::uint64_t(stream.role), std::uint64_t(stream.layer)})
        number = (number + next) * odd;
    return number;
}

bool same(const Stream& a, const Stream& b)
{
    return a.seed == b.seed && a.replica == b.replica && a.role == b.role && a.layer == b.layer;
}

std::size_t bytes_of(const BaseNoise& noise) { return std::size_t(noise.entries.size()) * sizeof(float); }

}   // namespace

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
        fill_orthogonal(stream, entries, context);
        break;
    case Base::identity:
        entries.setIdentity();
        break;
    case Base::sparse_normal:
        fill_sparse(draw, stream, entries, context);
        break;
    }
    noise.distribution = describe(entries.data(), std::size_t(entries.size()), context);
    return noise;
}

NoiseCache::Place NoiseCache::find(const Draw& key, const Stream& stream, int rows, int columns)
{
    const auto [first, last] = index_.equal_range(tensor_of(stream));
    const auto found = std::find_if(first, last, [&](const auto& indexed) {
        const Entry& entry = *indexed.second;
        return entry.rows == rows && entry.columns == columns && same(entry.stream, stream) && entry.draw == key;
    });
    return found == last ? entries_.end() : found->second;
}

std::shared_ptr<const BaseNoise> NoiseCache::base(
    const Draw& draw, const Stream& stream, int rows, int columns, const Context& context)
{
    const Draw key = without_scale(draw);
    {
        const std::lock_guard lock(mutex_);
        if (const Place found = find(key, stream, rows, columns); found != entries_.end()) {
            entries_.splice(entries_.begin(), entries_, found);
            return found->noise;
        }
    }
    // Drawn without the lock: two threads may draw the same bits at once, which is only a waste.
    auto noise = std::make_shared<const BaseNoise>(draw_base(key, stream, rows, columns, context));
    const std::size_t bytes = bytes_of(*noise);
    const std::lock_guard lock(mutex_);
    if (const Place found = find(key, stream, rows, columns); found != entries_.end())
        return found->noise;
    if (bytes > limit_)
        return noise;
    while (used_ + bytes > limit_) {
        const Place oldest = std::prev(entries_.end());
        const auto [first, last] = index_.equal_range(tensor_of(oldest->stream));
        index_.erase(std::find_if(first, last, [&](const auto& indexed) { return indexed.second == oldest; }));
        used_ -= bytes_of(*oldest->noise);
        entries_.erase(oldest);
    }
    entries_.push_front({key, stream, rows, columns, noise});
    index_.emplace(tensor_of(stream), entries_.begin());
    used_ += bytes;
    return noise;
}

}   // namespace stepzero
