// SPDX-License-Identifier: GPL-3.0-or-later
// Two units of a layer that are alike. The same bits everywhere.
#pragma once

#include <cstddef>

namespace stepzero {

/// Row 2 becomes (row 1 + noise·row 2)/√(1 + noise²), and column 2 the same of columns 1 and 2, each step rounded to
/// float: of entries N(0, 1) they stay so. `entries`: rows × columns, row by row. What there is only one of stays.
void make_twins(float* entries, std::size_t rows, std::size_t columns, double noise);

}   // namespace stepzero
