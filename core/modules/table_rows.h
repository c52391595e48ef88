// SPDX-License-Identifier: GPL-3.0-or-later
// Compares the embedding rows of tokens that were added to a vocabulary with the original rows. Rows that are too long,
// or nearly identical, make the new tokens too likely or indistinguishable.
#pragma once

#include "core/network/init/parameter.h"

namespace stepzero {

struct TableRows {
    double norm = 0, added_norm = 0;   ///< mean length of the original rows, and of the added ones
    /// Cosine between an added row and the nearest other row, mean over the first 64 added rows.
    double nearest_cosine = 0;
};

/// Compares the last `added` rows of a table [tokens, width] with the others. Precondition: 0 < added < tokens. A row
/// of length 0 has cosine 0 with all rows. Throws Stopped.
TableRows table_rows(const ScaledMatrix& table, int added, const Context& context);

}   // namespace stepzero
