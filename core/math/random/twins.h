// SPDX-License-Identifier: GPL-3.0-or-later
// Makes two units of a layer almost identical. The bits are the same on every machine.
#pragma once

#include <cstddef>

namespace stepzero {

/// Row 2 becomes (row 1 + noise·row 2)/√(1 + noise²), and column 2 the same of columns 1 and 2, each step rounded to
/// float. Entries that are N(0, 1) keep this distribution. `entries` is rows × columns, row by row. A single row or
/// column is left unchanged.
void make_twins(float* entries, std::size_t rows, std::size_t columns, double noise);

}   // namespace stepzero
