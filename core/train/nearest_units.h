// SPDX-License-Identifier: GPL-3.0-or-later
// How far apart the units of a matrix are.
#pragma once

#include "core/network/init/noise.h"

namespace stepzero {

/// Two rows.
struct UnitPair {
    Eigen::Index one = 0, other = 0;
};

/// ‖a − b‖ over the root mean square of both lengths: 0 where they are equal, √2 where they are at right angles.
double distance_of(const WeightMatrix& rows, const UnitPair& pair);

/// Of all pairs the nearest; of more than 64 rows of those that are neighbours on one of two random directions, which
/// rows that are equal, or nearly so, always are. Precondition: two rows or more.
UnitPair nearest_units(const WeightMatrix& rows);

}   // namespace stepzero
