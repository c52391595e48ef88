// SPDX-License-Identifier: GPL-3.0-or-later
// The critical line of the phase diagram: the points with χ₁ = 1, where gradients neither vanish nor explode.
#pragma once

#include <optional>
#include <vector>

#include "core/base/run/context.h"
#include "core/theory/length_table.h"

namespace stepzero {

/// Returns the critical line inside [0, weight] × [0, bias], as described at PhaseMap::critical_line. Throws Stopped.
std::vector<CriticalPoint> critical_line(
    const MeanField& theory, const LengthTable& lengths, double weight, double bias, const Context& context);

/// Returns the vertical part of the critical line, where lengths grow without bound with χ → 1. It consists of the σ_w²
/// that separates order from chaos, and of the σ_b² above which it does so. Absent when there is no vertical part.
std::optional<Variances> vertical_critical_line(const MeanField& theory, const LengthTable& lengths);

}   // namespace stepzero
