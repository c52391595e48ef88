// SPDX-License-Identifier: GPL-3.0-or-later
// What the rows of tokens that were added to a vocabulary are beside those that were there.
#pragma once

#include "core/network/init/parameter.h"

namespace stepzero {

struct TableRows {
    double norm = 0, added_norm = 0;   ///< mean length of a row: of those that were there, and of those added
    /// Cosine of an added row and the row nearest to it, added ones too: the mean over the first 64 of them.
    double nearest_cosine = 0;
};

/// Of a table [tokens, width] whose last `added` rows, one at least and not all, were added. Rows of length 0 have the
/// cosine 0 with all. Throws Stopped.
TableRows table_rows(const ScaledMatrix& table, int added, const Context& context);

}   // namespace stepzero
