// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/audit/copies.h"

#include <cmath>

namespace stepzero {

namespace {

constexpr double least_surprise = 20.7;   // −ln 1e-9: a file has thousands of tensors

/// Returns whether `found` events are unlikely when exp(log_expected) are expected (Chernoff bound on the tail of a
/// Poisson distribution).
bool beyond_chance(std::uint64_t found, double log_expected)
{
    const auto n = double(found);
    const double rate = std::log(n) - log_expected;   // ln of found over expected
    return found > 0 && rate > 0 && n * rate - n + std::exp(log_expected) > least_surprise;
}

/// Returns ln of the probability that two entries are equal, estimated from the counts of each number.
double log_collision(const PartNumbers& part)
{
    const auto n = double(part.entries.finite());
    double sum = 0;
    for (const ValueBin& bin : part.bins)
        sum += double(bin.count) / n * (double(bin.count) / n);
    // In wider formats, one bin holds this many float32 numbers.
    const double numbers = part.format == FloatFormat::float32 ? double(1 << (23 - ValueCounts::kept_bits)) : 1;
    return std::log(std::max(sum, 1e-300) / numbers);
}

double log_pairs(double n) { return std::log(std::max(n * (n - 1) / 2, 1e-300)); }

/// Returns ln of the probability that an entry is 0, estimated from entries outside of zero rows or columns.
double log_zero(const EntryNumbers& entries, double in_dead_lines)
{
    const double zeros = double(entries.zeros) - in_dead_lines, all = double(entries.finite()) - in_dead_lines;
    return zeros > 0 && all > 0 ? std::log(zeros / all) : -1e300;
}

}   // namespace

void leave_out_chance(PartNumbers& part)
{
    if (!part.rows || part.entries.finite() == 0)
        return;
    RowNumbers& found = *part.rows;
    const auto rows = double(found.square_sums.size()), columns = double(found.columns);
    // All entries but one: among vectors of equal length, the others determine it.
    const double equal = log_collision(part);
    if (!beyond_chance(found.repeated, log_pairs(rows) + (columns - 1) * equal))
        found.repeated = 0;
    if (!beyond_chance(found.repeated_columns, log_pairs(columns) + (rows - 1) * equal))
        found.repeated_columns = 0;
    const auto pieces = [&](int& shards) {
        if (rows * columns * (1 - 1.0 / shards) * -equal < least_surprise)
            shards = 1;
    };
    pieces(found.row_shards);
    pieces(found.column_shards);
    if (!beyond_chance(found.dead, std::log(rows) + columns * log_zero(part.entries, double(found.dead) * columns)))
        found.dead = 0;
    if (!beyond_chance(
            found.dead_columns, std::log(columns) + rows * log_zero(part.entries, double(found.dead_columns) * rows)))
        found.dead_columns = 0;
}

bool unlike_any(const PartNumbers& part)
{
    constexpr double pairs = 20;   // ln of a number above the number of tensor pairs in any file
    return double(part.entries.finite()) * -log_collision(part) > least_surprise + pairs;
}

}   // namespace stepzero
