// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of named cells as a table (RFC 4180): a header line, then one line per row. Tables are written with lines that
// end in CR LF, and read with any ends of lines.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace stepzero {

/// Titles are words of ours; a text may be anything.
struct CsvCell {
    std::string title, text;
};

/// The columns of all rows together: a row may have some that others lack.
std::string csv_table(const std::vector<std::vector<CsvCell>>& rows);

/// Returns the rows of such a table, with a cell for every title. Throws FormatError, which names the line.
std::vector<std::vector<CsvCell>> read_csv_table(std::string_view text);

}   // namespace stepzero
