// SPDX-License-Identifier: GPL-3.0-or-later
// What heads of attention do, beside what the sizes of queries and keys let expect.
#pragma once

#include <vector>

#include "core/modules/recorder.h"

namespace stepzero {

struct AttentionNumbers {
    double entropy = 0, log_visible = 0, logit_spread = 0;   ///< means over the heads
    double logit_variance = 0;   ///< of independent queries and keys: scale² d_h E[q²] E[k²]
    /// ln T − s²/2 of the means. Negative: beyond 2 ln T, where attention is frozen (Derrida 1981).
    double expected_entropy = 0;
};

/// `scale` multiplies the products of queries and keys of `head_width` entries. Precondition: there are heads.
AttentionNumbers attention_numbers(
    const std::vector<AttentionHead>& heads, double query_rms, double key_rms, double head_width, double scale);

}   // namespace stepzero
