// SPDX-License-Identifier: GPL-3.0-or-later
// Rows and columns of a matrix that are zeros, or copies of one another, seen while its entries go by once: each line
// is a sum of its bits times odd numbers that depend on the place, so that lines of equal sums are equal.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace stepzero {

/// The rows of a tensor of two or more dimensions: [shape[0], the rest].
struct RowNumbers {
    std::vector<double> square_sums;   ///< Σ x², row by row
    std::uint64_t columns = 0;
    std::uint64_t dead = 0, dead_columns = 0;   ///< all zeros
    std::uint64_t repeated = 0, repeated_columns = 0;   ///< equal to one before, and not constant
    int row_shards = 1, column_shards = 1;   ///< pieces of equal size that are equal to the bit: 2, 4, 8 or 16

    bool has_copies() const { return repeated > 0 || repeated_columns > 0 || row_shards > 1 || column_shards > 1; }
};

/// Spreads the bits of a sum.
std::uint64_t mixed(std::uint64_t hash);

class LineHashes {
public:
    /// Columns are looked at one by one where there are no more than some millions of them.
    LineHashes(std::uint64_t rows, std::uint64_t columns);

    /// Numbers of one row, from a column on.
    void add(std::uint64_t column, std::span<const double> numbers);
    void end_row();

    std::uint64_t done() const { return hashes_.size(); }   ///< rows
    std::uint64_t columns() const { return columns_; }
    std::uint64_t hash() const { return hash_; }   ///< all entries
    RowNumbers numbers();   ///< once, at the end

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
    std::vector<Column> by_column_;   // empty: not looked at
    std::uint64_t hash_ = 0;
    RowNumbers found_;
};

}   // namespace stepzero
