// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the two most similar units (rows) of a matrix, and measures their distance. Units that start equal and stay
// equal waste width.
#pragma once

#include "core/network/init/noise.h"

namespace stepzero {

/// Indices of two rows.
struct UnitPair {
    Eigen::Index one = 0, other = 0;
};

/// Returns ‖a − b‖ divided by the root mean square of both lengths: 0 for equal rows, √2 for orthogonal ones.
double distance_of(const WeightMatrix& rows, const UnitPair& pair);

/// Returns the nearest pair of rows. With more than 64 rows, only neighbours on one of two random directions are
/// compared. Rows that are equal or nearly equal are always such neighbours. Precondition: at least two rows.
UnitPair nearest_units(const WeightMatrix& rows);

}   // namespace stepzero
