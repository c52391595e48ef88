// SPDX-License-Identifier: GPL-3.0-or-later
// Reads tables of numbers as comma-separated values (RFC 4180), independent of the locale: one line per row, decimal
// points, optional quotation marks and an optional header. Safe on any bytes.
#pragma once

#include <string_view>

#include "core/base/formats/npy.h"

namespace stepzero {

/// Returns [rows, columns], every number finite. The first line is a header if none of its cells is a number; empty
/// lines at the end are ignored. Throws FormatError, which names line and column, counted from 1.
NpyArray<float> read_csv(std::string_view text);

/// Returns the number of lines before the first row of numbers: 0, or those of the header; 0 for a text that is
/// invalid.
int csv_header_lines(std::string_view text);

}   // namespace stepzero
