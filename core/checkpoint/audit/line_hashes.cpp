// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/audit/line_hashes.h"

#include <Eigen/Core>
#include <algorithm>
#include <bit>

namespace stepzero {

namespace {

constexpr std::uint64_t most_columns = std::uint64_t(1) << 22;   // 24 bytes each

/// Returns odd numbers that are not small multiples of each other; otherwise sums of different entries could be equal.
std::uint64_t odd(std::uint64_t place) { return mixed((place + 1) * 0x9E3779B97F4A7C15) | 1; }

constexpr std::uint64_t known_places = 1 << 16;

/// Returns the first `known_places` of them.
const std::vector<std::uint64_t>& first_odd()
{
    static const std::vector<std::uint64_t> numbers = [] {
        std::vector<std::uint64_t> all(known_places);
        for (std::uint64_t place = 0; place < known_places; ++place)
            all[place] = odd(place);
        return all;
    }();
    return numbers;
}

/// Returns the bits of a number, rotated so that those which vary come lowest, also for a float32 in a double; −0
/// counts as 0.
std::uint64_t bits_of(double number) { return std::rotr(std::bit_cast<std::uint64_t>(number + 0.0), 29); }

/// Returns how many hashes are equal to an earlier one.
std::uint64_t repeated(std::vector<std::uint64_t> hashes)
{
    std::sort(hashes.begin(), hashes.end());
    return hashes.size() - std::uint64_t(std::unique(hashes.begin(), hashes.end()) - hashes.begin());
}

}   // namespace

std::uint64_t mixed(std::uint64_t hash)
{
    hash ^= hash >> 32;
    hash *= 0xD6E8FEB86659FD93;
    return hash ^ hash >> 32;
}

LineHashes::LineHashes(std::uint64_t rows, std::uint64_t columns) : columns_(columns)
{
    hashes_.reserve(rows);
    found_.square_sums.reserve(rows);
    found_.columns = columns;
    while (blocks_ < most_shards && columns % (std::uint64_t(blocks_) * 2) == 0)
        blocks_ *= 2;
    if (rows > 1 && columns <= most_columns)
        by_column_.resize(columns);
}

void LineHashes::add(std::uint64_t column, std::span<const double> numbers)
{
    const std::uint64_t block_size = columns_ / std::uint64_t(blocks_), by_row = odd(hashes_.size());
    const std::vector<std::uint64_t>& odds = first_odd();
    for (std::size_t begin = 0; begin < numbers.size();) {
        const std::uint64_t place = (column + begin) % block_size;
        const auto end = std::size_t(std::min<std::uint64_t>(numbers.size(), begin + block_size - place));
        std::uint64_t hash = 0;
        for (std::size_t i = begin; i < end;) {   // up to the next multiple of known_places
            const std::uint64_t from = place + (i - begin), first = from % known_places;
            const std::size_t stop = std::min(end, i + std::size_t(known_places - first));
            std::uint64_t sum = 0;
            for (std::size_t j = i; j < stop; ++j)
                sum += bits_of(numbers[j]) * odds[first + (j - i)];
            hash += sum * odd(from / known_places);
            i = stop;
        }
        row_hashes_[std::size_t((column + begin) / block_size)] += hash;
        begin = end;
    }
    for (std::size_t i = 0; !by_column_.empty() && i < numbers.size(); ++i) {
        Column& at = by_column_[column + i];
        const std::uint64_t bits = bits_of(numbers[i]);
        if (hashes_.empty())
            at.first = bits;
        at.changes |= bits ^ at.first;
        at.hash += bits * by_row;
    }
    const Eigen::Map<const Eigen::ArrayXd> row(numbers.data(), Eigen::Index(numbers.size()));
    square_sum_ += row.square().sum();
    low_ = std::min(low_, row.minCoeff());
    high_ = std::max(high_, row.maxCoeff());
}

void LineHashes::end_row()
{
    std::uint64_t whole = 0;
    for (std::size_t block = 0; block < std::size_t(blocks_); ++block) {
        const std::uint64_t hash = mixed(row_hashes_[block]);
        block_hashes_[block] += hash * odd(hashes_.size());
        whole += hash * odd(block);
    }
    hash_ += mixed(whole) * odd(hashes_.size());
    hashes_.push_back(whole);
    varied_.push_back(low_ < high_);
    found_.square_sums.push_back(square_sum_);
    found_.dead += low_ == 0 && high_ == 0 ? 1 : 0;
    row_hashes_ = {};
    square_sum_ = 0;
    low_ = std::numeric_limits<double>::infinity();
    high_ = -low_;
}

RowNumbers LineHashes::numbers()
{
    for (int shards = most_shards; shards > 1; shards /= 2) {
        if (found_.row_shards == 1 && rows_repeat(std::uint64_t(shards)))
            found_.row_shards = shards;
        if (found_.column_shards == 1 && blocks_repeat(shards))
            found_.column_shards = shards;
    }
    std::vector<std::uint64_t> rows;
    for (std::size_t row = 0; row < hashes_.size(); ++row)
        if (varied_[row])
            rows.push_back(hashes_[row]);
    found_.repeated = repeated(std::move(rows));
    count_columns();
    return std::move(found_);
}

void LineHashes::count_columns()
{
    std::vector<std::uint64_t> columns;
    for (const Column& column : by_column_) {
        if (column.changes != 0)
            columns.push_back(mixed(column.hash));
        else if (column.first == 0)
            ++found_.dead_columns;
    }
    found_.repeated_columns = repeated(std::move(columns));
}

bool LineHashes::any_varied() const { return std::find(varied_.begin(), varied_.end(), true) != varied_.end(); }

bool LineHashes::rows_repeat(std::uint64_t shards) const
{
    if (hashes_.size() < 2 * shards || hashes_.size() % shards != 0 || !any_varied())
        return false;
    const std::size_t size = hashes_.size() / shards;
    return std::equal(hashes_.begin() + std::ptrdiff_t(size), hashes_.end(), hashes_.begin());
}

bool LineHashes::blocks_repeat(int shards) const
{
    if (blocks_ % shards != 0 || columns_ < 2 * std::uint64_t(shards) || !any_varied())
        return false;
    const int size = blocks_ / shards;
    return std::equal(block_hashes_.begin() + size, block_hashes_.begin() + blocks_, block_hashes_.begin());
}

}   // namespace stepzero
