// SPDX-License-Identifier: GPL-3.0-or-later
// Finds rows and columns of a matrix that are zero, or copies of one another, in one pass over its entries. Each line
// is hashed to a sum of its bits times odd numbers that depend on the position. Lines with equal sums are equal.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace stepzero {

/// Statistics of the rows of a tensor with two or more dimensions: [shape[0], the rest].
struct RowNumbers {
    std::vector<double> square_sums;   ///< Σ x² per row
    std::uint64_t columns = 0;
    std::uint64_t dead = 0, dead_columns = 0;   ///< all zeros
    std::uint64_t repeated = 0, repeated_columns = 0;   ///< equal to an earlier one, and not constant
    int row_shards = 1, column_shards = 1;   ///< number of equal-sized pieces that are bitwise equal: 2, 4, 8 or 16

    bool has_copies() const { return repeated > 0 || repeated_columns > 0 || row_shards > 1 || column_shards > 1; }
};

/// Spreads the bits of a sum.
std::uint64_t mixed(std::uint64_t hash);

class LineHashes {
public:
    /// Columns are checked individually when there are at most a few million.
    LineHashes(std::uint64_t rows, std::uint64_t columns);

    /// Adds numbers of one row, beginning at a column.
    void add(std::uint64_t column, std::span<const double> numbers);
    void end_row();

    std::uint64_t done() const { return hashes_.size(); }   ///< number of complete rows
    std::uint64_t columns() const { return columns_; }
    std::uint64_t hash() const { return hash_; }   ///< hash of all entries
    RowNumbers numbers();   ///< call once, at the end

private:
    static constexpr int most_shards = 16;

    struct Column {
        std::uint64_t hash = 0, first = 0, changes = 0;   // changes: bits in which any entry differs from the first
    };

    bool any_varied() const;
    bool rows_repeat(std::uint64_t shards) const;
    bool blocks_repeat(int shards) const;
    void count_columns();

    std::uint64_t columns_;
    int blocks_ = 1;   // pieces of a row that are hashed separately
    std::array<std::uint64_t, most_shards> row_hashes_ {}, block_hashes_ {};
    double square_sum_ = 0, low_ = std::numeric_limits<double>::infinity(), high_ = -low_;
    std::vector<std::uint64_t> hashes_;
    std::vector<bool> varied_;   // rows that are not constant
    std::vector<Column> by_column_;   // empty: columns are not checked
    std::uint64_t hash_ = 0;
    RowNumbers found_;
};

}   // namespace stepzero
