// SPDX-License-Identifier: GPL-3.0-or-later
// What is measured of a tensor in one reading of it: of its entries, and of its rows.
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

/// Of a tensor, or of one of the parts that are packed in it.
struct PartNumbers {
    EntryNumbers entries;
    std::optional<RowNumbers> rows;   ///< of matrices; copies and zeros that chance explains are left out
    std::optional<SpectrumNumbers> spectrum;   ///< of matrices of finite numbers
    std::vector<ValueBin> bins;
    FloatFormat format = FloatFormat::float32;   ///< of the bins
    std::uint64_t hash = 0;   ///< of matrices: [rows, columns] of equal numbers have the same
};

struct TensorNumbers {
    EntryNumbers entries;   ///< of the whole
    std::vector<PartNumbers> parts;   ///< one a part of the packing; of a tensor that is not packed one, the whole
    std::uint64_t hash = 0;   ///< of numbers and shape: tensors with the same are equal
    MemoryTraces traces;   ///< of the whole
};

/// Reads a tensor once. Throws what Checkpoint::read() throws.
TensorNumbers tensor_numbers(
    const Checkpoint& checkpoint, std::size_t index, const std::optional<Packing>& packing, const Context& context);

}   // namespace stepzero
