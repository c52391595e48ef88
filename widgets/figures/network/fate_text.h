// SPDX-License-Identifier: GPL-3.0-or-later
// Texts about where theory predicts signals to converge, with lengths and angles apart, for the headers of figures,
// readouts and reports.
#pragma once

#include <QString>

#include "core/theory/mean_field.h"

namespace stepzero {

QString lengthText(const FixedPoint& point);   ///< "q* 0.53", "length shrinks to 0", …
/// "input q 1.1 in the basin q < 1.6"; empty when all signals converge to the same point
QString basinText(const FixedPoint& point);
/// "c* 1 · ξ_c 7.8", "c → 1 · ξ_c none (algebraic)", "angles are preserved".
QString angleText(const AngleMap& angles);
QString phaseText(const FixedPoint& point);   ///< "ordered"; empty when there is no phase
QString stabilityText(Stability stability);   ///< "stable", "unstable" or "half-stable"

}   // namespace stepzero
