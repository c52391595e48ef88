// SPDX-License-Identifier: GPL-3.0-or-later
// What theory says of where signals go, lengths and angles apart, for the headers of figures, readouts and reports.
#pragma once

#include <QString>

#include "core/theory/mean_field.h"

namespace stepzero {

QString lengthText(const FixedPoint& point);   ///< "q* 0.53", "length shrinks to 0", …
/// "input q 1.1 in the basin q < 1.6"; empty where all signals go the same way.
QString basinText(const FixedPoint& point);
/// "c* 1 · ξ_c 7.8", "c → 1 · ξ_c none (algebraic)", "angles are preserved".
QString angleText(const AngleMap& angles);
QString phaseText(const FixedPoint& point);   ///< "ordered"; empty where there is no phase

}   // namespace stepzero
