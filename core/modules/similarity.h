// SPDX-License-Identifier: GPL-3.0-or-later
// How much alike the tokens of a sequence are: 1 when all point the same way (rank collapse).
#pragma once

#include <optional>

#include "core/modules/signal.h"

namespace stepzero {

/// Mean cosine between different tokens of one sequence, over all sequences; zero columns are left
/// out. Absent when there is no such pair. With unit vectors u: (|Σu|² − n)/(n(n − 1)). Throws Stopped.
std::optional<double> token_similarity(const Signal& signal, const Context& context);

}   // namespace stepzero
