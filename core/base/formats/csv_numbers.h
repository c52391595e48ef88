// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of numbers as comma-separated values (RFC 4180), whatever the locale: a line a row, decimal points, perhaps
// quotation marks around cells, and perhaps a header. Safe on any bytes.
#pragma once

#include <string_view>

#include "core/base/formats/npy.h"

namespace stepzero {

/// [rows, columns], every number finite. The first line is a header if none of its cells is a number; empty lines at
/// the end count for nothing. Throws FormatError, which names line and column, counted from 1.
NpyArray<float> read_csv(std::string_view text);

/// How many lines stand before the first row of numbers: 0, or those of the header. Of a text that cannot be read 0.
int csv_header_lines(std::string_view text);

}   // namespace stepzero
