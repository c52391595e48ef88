// SPDX-License-Identifier: GPL-3.0-or-later
// Measures a tensor in one pass over the file. The result has moments and counts of its entries, statistics of its
// rows, singular values of a sample, and traces of uninitialized memory. An audit compares these numbers with recipes,
// so the file is not read again.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/run/context.h"
#include "core/checkpoint/audit/entry_sums.h"
#include "core/checkpoint/audit/family.h"
#include "core/checkpoint/audit/line_hashes.h"
#include "core/checkpoint/audit/memory_traces.h"
#include "core/checkpoint/audit/row_sample.h"
#include "core/checkpoint/audit/value_counts.h"
#include "core/checkpoint/checkpoint.h"

namespace stepzero {

/// Measurements of a tensor, or of one part of a packed one.
struct PartNumbers {
    EntryNumbers entries;
    std::optional<RowNumbers> rows;   ///< matrices only; without copies and zeros that chance explains
    std::optional<SpectrumNumbers> spectrum;   ///< matrices with finite entries only
    std::vector<ValueBin> bins;
    FloatFormat format = FloatFormat::float32;   ///< format of the bins
    std::uint64_t hash = 0;   ///< matrices only: equal for equal [rows, columns] and entries
};

struct TensorNumbers {
    EntryNumbers entries;   ///< moments of the whole tensor
    std::vector<PartNumbers> parts;   ///< one per part of the packing; for a tensor that is not packed, the whole
    std::uint64_t hash = 0;   ///< hash of entries and shape: tensors with equal hashes are equal
    MemoryTraces traces;   ///< traces in the whole tensor
};

/// Reads a tensor once. Throws what Checkpoint::read() throws.
TensorNumbers tensor_numbers(
    const Checkpoint& checkpoint, std::size_t index, const std::optional<Packing>& packing, const Context& context);

}   // namespace stepzero
