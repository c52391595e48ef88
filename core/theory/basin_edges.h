// SPDX-License-Identifier: GPL-3.0-or-later
// The lines of the phase diagram on whose two sides the same input settles at different lengths, or on one side nowhere.
//
// Such a line is one of two kinds, both explicit in q. At a fold a stable length and an unstable one meet and are gone:
// dV/dq = 1, so σ_w² = 1/(dE[φ²]/dq) and σ_b² = q − σ_w² E[φ²]. And where the input's first length is an unstable fixed
// point it goes up on one side and down on the other: q = σ_w² m + σ_b² = σ_w² E[φ²] + σ_b² for an input of mean square
// m, so E[φ²] = m, on a straight line.
#pragma once

#include "core/theory/length_table.h"

namespace stepzero {

/// Those inside [0, weight] × [0, bias], as PhaseMap::edges says.
std::vector<CriticalPoint> basin_edges(const LengthTable& lengths, double weight, double bias, double input_square);

/// Of a line of fixed points those where the input settles; pieces as PhaseMap says.
std::vector<CriticalPoint> reached_points(
    const std::vector<CriticalPoint>& line, const LengthTable& lengths, double input_square);

}   // namespace stepzero
