// SPDX-License-Identifier: GPL-3.0-or-later
// Tables with named columns as CSV (RFC 4180): a header line, then one line per row. Lines are written with CR LF, and
// read with any line ending.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace stepzero {

/// `title` is a word of the program, `text` is arbitrary.
struct CsvCell {
    std::string title, text;
};

/// Writes the union of the columns of all rows; a row may lack some.
std::string csv_table(const std::vector<std::vector<CsvCell>>& rows);

/// Returns the rows of such a table, with a cell for every title. Throws FormatError, which names the line.
std::vector<std::vector<CsvCell>> read_csv_table(std::string_view text);

}   // namespace stepzero
