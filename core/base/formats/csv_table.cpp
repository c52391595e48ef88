// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/formats/csv_table.h"

#include <algorithm>

#include "core/base/formats/csv_reader.h"

namespace stepzero {

namespace {

/// Returns all titles in the order of the rows; a title that only a later row has is inserted at its position there.
std::vector<std::string> titles_of(const std::vector<std::vector<CsvCell>>& rows)
{
    std::vector<std::string> titles;
    for (const std::vector<CsvCell>& row : rows) {
        auto place = titles.begin();
        for (const CsvCell& cell : row) {
            // Rows are mostly the same, so the next title usually matches.
            auto known = place != titles.end() && *place == cell.title
                ? place
                : std::find(titles.begin(), titles.end(), cell.title);
            if (known == titles.end())
                known = titles.insert(place, cell.title);
            place = known + 1;
        }
    }
    return titles;
}

/// Quotes a text if necessary.
std::string cell_text(const std::string& text)
{
    if (text.find_first_of(",\"\r\n") == std::string::npos)
        return text;
    std::string quoted = "\"";
    for (const char c : text)
        quoted += c == '"' ? "\"\"" : std::string(1, c);
    return quoted + '"';
}

/// Replaces each doubled quotation mark by one.
std::string without_doubled_marks(std::string_view cell)
{
    std::string text;
    for (std::size_t i = 0; i < cell.size(); ++i) {
        text += cell[i];
        if (cell.substr(i, 2) == "\"\"")
            ++i;
    }
    return text;
}

std::vector<std::string> read_row(CsvReader& reader)
{
    std::vector<std::string> cells;
    do
        cells.push_back(without_doubled_marks(reader.cell()));
    while (!reader.ended_line());
    return cells;
}

}   // namespace

std::string csv_table(const std::vector<std::vector<CsvCell>>& rows)
{
    const std::vector<std::string> titles = titles_of(rows);
    std::string text;
    for (const std::string& title : titles)
        text += (text.empty() ? "" : ",") + title;
    text += "\r\n";
    for (const std::vector<CsvCell>& row : rows) {
        std::string line;
        for (const std::string& title : titles) {
            const auto cell = std::find_if(row.begin(), row.end(), [&](const CsvCell& c) { return c.title == title; });
            line
                += (&title == &titles.front() ? "" : ",") + (cell == row.end() ? std::string() : cell_text(cell->text));
        }
        text += line + "\r\n";
    }
    return text;
}

std::vector<std::vector<CsvCell>> read_csv_table(std::string_view text)
{
    CsvReader reader(text);
    std::vector<std::vector<CsvCell>> rows;
    const std::vector<std::string> titles = read_row(reader);
    while (!reader.skip_empty_end()) {
        const int line = reader.line();
        const std::vector<std::string> cells = read_row(reader);
        if (cells.size() != titles.size())
            throw FormatError(
                tr("line %1: the header has %2 cells, and this line has %3", line, titles.size(), cells.size()));
        std::vector<CsvCell>& row = rows.emplace_back();
        for (std::size_t i = 0; i < cells.size(); ++i)
            row.push_back({titles[i], cells[i]});
    }
    return rows;
}

}   // namespace stepzero
