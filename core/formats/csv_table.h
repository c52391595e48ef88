// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of named cells as a table (RFC 4180): a header line, then a line a row, each ending in CR LF. Internal to
// core/exchange.
#pragma once

#include <string>
#include <vector>

namespace stepzero {

/// Titles are words of ours; a text may be anything.
struct CsvCell {
    std::string title, text;
};

/// The columns of all rows together: a row may have some that others lack.
std::string csv_table(const std::vector<std::vector<CsvCell>>& rows);

}   // namespace stepzero
