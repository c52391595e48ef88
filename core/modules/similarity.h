// SPDX-License-Identifier: GPL-3.0-or-later
// How much alike the tokens of a sequence are: 1 when all point the same way (rank collapse); and how much of an
// image's channels is their mean.
#pragma once

#include <optional>

#include "core/modules/signal.h"

namespace stepzero {

/// Mean cosine between different tokens of one sequence, over all sequences; zero columns are left
/// out. Absent when there is no such pair. With unit vectors u: (|Σu|² − n)/(n(n − 1)). Throws Stopped.
std::optional<double> token_similarity(const Signal& signal, const Context& context);

/// Σ_c μ_c²/Σ_c E[x_c²], μ_c the mean of channel c over samples and positions (Brock, De, Smith 2021). Absent where all
/// is zero. Throws Stopped.
std::optional<double> channel_mean_share(const Signal& signal, const Context& context);

}   // namespace stepzero
