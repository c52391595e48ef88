// SPDX-License-Identifier: GPL-3.0-or-later
// Measures one matrix that the user opens: the RMS of its columns and its exact singular values. This takes too long
// for every tensor of an audit.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/run/context.h"
#include "core/base/words/text.h"
#include "core/checkpoint/audit/family.h"
#include "core/checkpoint/checkpoint.h"

namespace stepzero {

/// Measurements of a tensor, or a part of a packed one, as a matrix [shape[0], the rest].
struct MatrixReading {
    std::uint64_t rows = 0, columns = 0;
    std::vector<double> column_square_sums;   ///< Σ x² per column
    std::vector<double> singular_values;   ///< largest first; empty: see `obstacle`
    Text obstacle;   ///< reason why there are none: "more than 2048 on the shorter side"; else empty
};

/// Limits for computing singular values: number of rows or columns, whichever is smaller, and number of entries.
inline constexpr std::uint64_t most_spectrum_side = 2048, most_spectrum_entries = std::uint64_t(1) << 26;

/// `index`: of checkpoint.tensors(), with two or more dimensions. `part`: index into the packing, if there is one. Uses
/// at most about 400 MB of memory. Throws what Checkpoint::read() throws.
MatrixReading read_matrix(const Checkpoint& checkpoint, std::size_t index, const std::optional<Packing>& packing,
    std::size_t part, const Context& context);

}   // namespace stepzero
