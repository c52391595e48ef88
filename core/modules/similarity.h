// SPDX-License-Identifier: GPL-3.0-or-later
// Measures how similar the tokens of a sequence are: 1 when all point in the same direction (rank collapse). For
// images, measures the part of the channels that is their mean.
#pragma once

#include <optional>

#include "core/modules/signal.h"

namespace stepzero {

/// Returns the mean cosine between different tokens of one sequence, over all sequences, excluding zero columns. Absent
/// when there is no such pair. With unit vectors u it is (|Σu|² − n)/(n(n − 1)). Throws Stopped.
std::optional<double> token_similarity(const Signal& signal, const Context& context);

/// Returns Σ_c μ_c²/Σ_c E[x_c²], μ_c the mean of channel c over samples and positions (Brock, De, Smith 2021). Absent
/// for a zero signal. Throws Stopped.
std::optional<double> channel_mean_share(const Signal& signal, const Context& context);

}   // namespace stepzero
