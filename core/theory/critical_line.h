// SPDX-License-Identifier: GPL-3.0-or-later
// The points of the phase diagram where χ₁ = 1.
#pragma once

#include <optional>
#include <vector>

#include "core/base/run/context.h"
#include "core/theory/length_table.h"

namespace stepzero {

/// The critical line inside [0, weight] × [0, bias], as PhaseMap::critical_line says. Throws Stopped.
std::vector<CriticalPoint> critical_line(
    const MeanField& theory, const LengthTable& lengths, double weight, double bias, const Context& context);

/// The σ_w² at which lengths grow without bound with χ → 1, where chaos lies on one side and order on the other:
/// {σ_w², the σ_b² above which}. Absent where there is none.
std::optional<Variances> vertical_critical_line(const MeanField& theory, const LengthTable& lengths);

}   // namespace stepzero
