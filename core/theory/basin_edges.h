// SPDX-License-Identifier: GPL-3.0-or-later
// The edges of basins of attraction in the phase diagram. On the two sides of such a line, the same input settles at
// different lengths, or on one side it does not settle.
//
// There are two kinds of such lines, both explicit in q. At a fold, a stable and an unstable fixed length meet and
// disappear: dV/dq = 1, so σ_w² = 1/(dE[φ²]/dq) and σ_b² = q − σ_w² E[φ²]. The other kind is where the input's first
// length is an unstable fixed point, so lengths rise on one side and fall on the other. With an input of mean square m,
// q = σ_w² m + σ_b² = σ_w² E[φ²] + σ_b², so E[φ²] = m, which is a straight line.
#pragma once

#include "core/theory/length_table.h"

namespace stepzero {

/// Returns the edges inside [0, weight] × [0, bias], as described at PhaseMap::edges.
std::vector<CriticalPoint> basin_edges(const LengthTable& lengths, double weight, double bias, double input_square);

/// Returns the points of a line of fixed points at which the input settles, in pieces as described at PhaseMap.
std::vector<CriticalPoint> reached_points(
    const std::vector<CriticalPoint>& line, const LengthTable& lengths, double input_square);

}   // namespace stepzero
