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

/// Sums over a tensor, whose entries arrive in pieces of any length, in the order of rows.
class TensorSums {
public:
    TensorSums(const StoredTensor& tensor, const std::optional<Packing>& packing)
        : tensor_(tensor), packing_(packing), matrix_(tensor.shape.size() > 1), rows_(matrix_ ? tensor.shape[0] : 1),
          columns_(rows_ == 0 ? 0 : tensor.entries / rows_), by_row_(packing && matrix_ && packing->axis == 0),
          by_column_(packing && !by_row_), hashes_itself_(packing || !matrix_),
          parts_(packing ? packing->sizes.size() : 1), hash_(rows_, std::max<std::uint64_t>(columns_, 1)),
          pages_(tensor.type), part_column_(parts_.size())
    {
        for (std::size_t part = 0; part < parts_.size(); ++part)
            if (matrix_ && tensor.entries > 0) {
                const std::uint64_t height = by_row_ ? size_of_part(*packing, rows_, part) : rows_,
                                    width = by_column_ ? size_of_part(*packing, columns_, part) : columns_;
                parts_[part].rows.emplace(height, width);
                parts_[part].sample.emplace(height, width);
            }
    }

    void add(std::span<const double> numbers)
    {
        pages_.add(numbers);
        if (packing_)
            whole_.add(numbers);
        while (!numbers.empty()) {
            const std::size_t part = by_row_ ? packing_->part_of(row_) : by_column_ ? packing_->part_of(column_) : 0;
            std::uint64_t end = std::min<std::uint64_t>(columns_, column_ + numbers.size());
            if (by_column_)
                end = std::min(end, end_of_part(*packing_, column_));
            const std::span<const double> piece = numbers.first(std::size_t(end - column_));
            add_piece(part, piece);
            numbers = numbers.subspan(piece.size());
            column_ = end;
            if (column_ == columns_)
                end_row(part);
        }
    }

    TensorNumbers numbers()
    {
        TensorNumbers found;
        found.hash = hash_of(hashes_itself_ || columns_ == 0 ? hash_ : *parts_[0].rows, tensor_.shape);
        const FloatFormat format = float_format(tensor_.type).value_or(FloatFormat::float32);
        for (PartSums& part : parts_) {
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
            add_traces(found.traces, numbers.bins, numbers.entries.zeros, tensor_.type);
            leave_out_chance(numbers);
        }
        pages_.add_to(found.traces);
        found.entries = packing_ ? whole_.numbers() : found.parts[0].entries;
        return found;
    }

private:
    /// Adds entries of one part and one row.
    void add_piece(std::size_t index, std::span<const double> piece)
    {
        PartSums& part = parts_[index];
        part.entries.add(piece);
        if (part.rows) {
            part.sample->add(part.rows->done(), part_column_[index], piece);
            part.rows->add(part_column_[index], piece);
        }
        if (hashes_itself_)
            hash_.add(column_, piece);
        part_column_[index] += piece.size();
    }

    void end_row(std::size_t part)
    {
        for (std::size_t i = 0; i < parts_.size(); ++i) {
            if (parts_[i].rows && (!by_row_ || i == part))
                parts_[i].rows->end_row();
            part_column_[i] = 0;
        }
        if (hashes_itself_)
            hash_.end_row();
        ++row_;
        column_ = 0;
    }

    const StoredTensor& tensor_;
    const std::optional<Packing>& packing_;
    bool matrix_;
    std::uint64_t rows_, columns_;
    bool by_row_, by_column_;   // how parts are packed; a packed vector counts as a row
    bool hashes_itself_;   // otherwise the hash is that of its only part
    std::deque<PartSums> parts_;
    EntrySums whole_;   // for packed tensors
    LineHashes hash_;
    PageSums pages_;
    std::uint64_t row_ = 0, column_ = 0;   // the place of the next entry
    std::vector<std::uint64_t> part_column_;   // where each part continues in its row
};

}   // namespace

TensorNumbers tensor_numbers(
    const Checkpoint& checkpoint, std::size_t index, const std::optional<Packing>& packing, const Context& context)
{
    TensorSums sums(checkpoint.tensors()[index], packing);
    checkpoint.read(
        index, [&](std::span<const double> numbers) { sums.add(numbers); }, context);
    return sums.numbers();
}

}   // namespace stepzero
