// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/csv_table.h"

#include <algorithm>

namespace stepzero {

namespace {

/// In the order of the rows; what only a later row has comes behind what it follows there.
std::vector<std::string> titles_of(const std::vector<std::vector<CsvCell>>& rows)
{
    std::vector<std::string> titles;
    for (const std::vector<CsvCell>& row : rows) {
        auto place = titles.begin();
        for (const CsvCell& cell : row) {
            // Mostly the rows are alike, and it is the next one.
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

/// In quotation marks where it needs them.
std::string cell_text(const std::string& text)
{
    if (text.find_first_of(",\"\r\n") == std::string::npos)
        return text;
    std::string quoted = "\"";
    for (const char c : text)
        quoted += c == '"' ? "\"\"" : std::string(1, c);
    return quoted + '"';
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
            line += (&title == &titles.front() ? "" : ",") + (cell == row.end() ? std::string() : cell_text(cell->text));
        }
        text += line + "\r\n";
    }
    return text;
}

}   // namespace stepzero
