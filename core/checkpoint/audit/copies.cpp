// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/audit/copies.h"

#include <cmath>

namespace stepzero {

namespace {

constexpr double least_surprise = 20.7;   // −ln 1e-9: a file has thousands of tensors

/// Whether `found` events are unlikely where exp(log_expected) are due (Chernoff's bound on the tail of a Poisson
/// distribution).
bool beyond_chance(std::uint64_t found, double log_expected)
{
    const auto n = double(found);
    const double rate = std::log(n) - log_expected;   // of what was found over what is due
    return found > 0 && rate > 0 && n * rate - n + std::exp(log_expected) > least_surprise;
}

/// ln of the chance that two entries are equal, by how often each number stands there.
double log_collision(const PartNumbers& part)
{
    const auto n = double(part.entries.finite());
    double sum = 0;
    for (const ValueBin& bin : part.bins)
        sum += double(bin.count) / n * (double(bin.count) / n);
    // A bin of wider formats holds that many numbers of float32.
    const double numbers = part.format == FloatFormat::float32 ? double(1 << (23 - ValueCounts::kept_bits)) : 1;
    return std::log(std::max(sum, 1e-300) / numbers);
}

double log_pairs(double n) { return std::log(std::max(n * (n - 1) / 2, 1e-300)); }

/// ln of the chance that an entry is 0, of those outside of lines that are zeros.
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
    // All entries but one, which of vectors of one length the others tell.
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
    constexpr double pairs = 20;   // ln of more pairs of tensors than a file has
    return double(part.entries.finite()) * -log_collision(part) > least_surprise + pairs;
}

}   // namespace stepzero
