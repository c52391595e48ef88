// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/audit/tensor_numbers.h"

#include <algorithm>
#include <deque>
#include <numeric>

#include "core/checkpoint/audit/copies.h"
#include "core/checkpoint/audit/entry_sums.h"
#include "core/checkpoint/audit/line_hashes.h"

namespace stepzero {

namespace {

/// Accumulators of one part.
struct PartSums {
    ValueCounts counts {};
    EntrySums entries {&counts};
    std::optional<LineHashes> rows {};
    std::optional<RowSample> sample {};

    PartSums() = default;
    PartSums(const PartSums&) = delete;
    PartSums& operator=(const PartSums&) = delete;
};

/// Returns the number of positions along an axis that belong to a part.
std::uint64_t size_of_part(const Packing& packing, std::uint64_t axis, std::size_t part)
{
    const std::uint64_t period = std::accumulate(packing.sizes.begin(), packing.sizes.end(), std::uint64_t(0));
    return axis / period * packing.sizes[part];
}

/// Returns the position along an axis where the part at `position` ends.
std::uint64_t end_of_part(const Packing& packing, std::uint64_t position)
{
    const std::uint64_t period = std::accumulate(packing.sizes.begin(), packing.sizes.end(), std::uint64_t(0));
    std::uint64_t end = position / period * period;
    for (const std::uint64_t size : packing.sizes)
        if ((end += size) > position)
            break;
    return end;
}

std::uint64_t hash_of(const LineHashes& lines, const std::vector<std::uint64_t>& shape)
{
    std::uint64_t hash = mixed(lines.hash());
    for (const std::uint64_t size : shape)
        hash = mixed(hash ^ size);
    return hash;
}

}   // namespace

TensorNumbers tensor_numbers(
    const Checkpoint& checkpoint, std::size_t index, const std::optional<Packing>& packing, const Context& context)
{
    const StoredTensor& tensor = checkpoint.tensors()[index];
    const bool matrix = tensor.shape.size() > 1;
    const std::uint64_t rows = matrix ? tensor.shape[0] : 1, columns = rows == 0 ? 0 : tensor.entries / rows;
    const bool by_row = packing && matrix && packing->axis == 0;
    const bool by_column = packing && !by_row;   // also for a packed vector
    std::deque<PartSums> parts(packing ? packing->sizes.size() : 1);
    for (std::size_t part = 0; part < parts.size(); ++part)
        if (matrix && tensor.entries > 0) {
            const std::uint64_t height = by_row ? size_of_part(*packing, rows, part) : rows,
                                width = by_column ? size_of_part(*packing, columns, part) : columns;
            parts[part].rows.emplace(height, width);
            parts[part].sample.emplace(height, width);
        }
    EntrySums whole;   // for packed tensors
    LineHashes hash(rows, std::max<std::uint64_t>(columns, 1));

    PageSums pages(tensor.type);
    std::uint64_t row = 0, column = 0;
    std::vector<std::uint64_t> part_column(parts.size());   // where each part continues in its row
    checkpoint.read(
        index,
        [&](std::span<const double> numbers) {
            pages.add(numbers);
            if (packing)
                whole.add(numbers);
            while (!numbers.empty()) {
                std::uint64_t end = std::min<std::uint64_t>(columns, column + numbers.size());
                std::size_t part = 0;
                if (by_row)
                    part = packing->part_of(row);
                if (by_column) {
                    part = packing->part_of(column);
                    end = std::min(end, end_of_part(*packing, column));
                }
                const std::span<const double> piece = numbers.first(std::size_t(end - column));
                parts[part].entries.add(piece);
                if (parts[part].rows) {
                    parts[part].sample->add(parts[part].rows->done(), part_column[part], piece);
                    parts[part].rows->add(part_column[part], piece);
                }
                if (packing || !matrix)
                    hash.add(column, piece);
                part_column[part] += piece.size();
                numbers = numbers.subspan(piece.size());
                column = end;
                if (column < columns)
                    continue;
                for (std::size_t i = 0; i < parts.size(); ++i) {
                    if (parts[i].rows && (!by_row || i == part))
                        parts[i].rows->end_row();
                    part_column[i] = 0;
                }
                if (packing || !matrix)
                    hash.end_row();
                ++row;
                column = 0;
            }
        },
        context);

    TensorNumbers found;
    found.hash = hash_of(packing || !matrix || columns == 0 ? hash : *parts[0].rows, tensor.shape);
    const FloatFormat format = float_format(tensor.type).value_or(FloatFormat::float32);
    for (PartSums& part : parts) {
        PartNumbers& numbers = found.parts.emplace_back();
        numbers.entries = part.entries.numbers();
        if (part.rows) {
            numbers.hash = hash_of(*part.rows, {part.rows->done(), part.rows->columns()});
            numbers.rows = part.rows->numbers();
        }
        if (part.sample && numbers.entries.not_finite == 0 && !numbers.entries.constant())
            numbers.spectrum = part.sample->numbers();
        numbers.format = format;
        numbers.bins = part.counts.take(format);
        add_traces(found.traces, numbers.bins, numbers.entries.zeros, tensor.type);
        leave_out_chance(numbers);
    }
    pages.add_to(found.traces);
    found.entries = packing ? whole.numbers() : found.parts[0].entries;
    return found;
}

}   // namespace stepzero
