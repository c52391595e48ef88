// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/formats/csv_numbers.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <string>

#include "core/base/formats/csv_reader.h"
#include "core/base/words/words.h"

namespace stepzero {

namespace {

std::string_view without_blanks(std::string_view text)
{
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t'))
        text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t'))
        text.remove_suffix(1);
    return text;
}

/// Infinity and NaN count as numbers here.
std::optional<float> number_of(std::string_view cell)
{
    cell = without_blanks(cell);
    if (cell.size() > 1 && cell.front() == '+' && cell[1] != '-')
        cell.remove_prefix(1);
    double number = 0;
    const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), number);
    if (end != cell.data() + cell.size() || error == std::errc::invalid_argument)
        return std::nullopt;
    constexpr auto largest = std::numeric_limits<float>::max();
    if (error != std::errc() && cell.find_first_of("eE") != std::string_view::npos
        && cell[cell.find_first_of("eE") + 1] == '-')
        return 0.0F;   // too small even for a double
    return error == std::errc() && !(std::abs(number) > double(largest)) ? float(number)
                                                                         : std::numeric_limits<float>::infinity();
}

/// Returns whether no cell of the first line is a number; advances the reader past that line.
bool reads_header(CsvReader& reader)
{
    bool header = true;
    do
        header = !number_of(reader.cell()) && header;
    while (!reader.ended_line());
    return header;
}

/// Returns a copy of the reader, positioned before the first row of numbers.
CsvReader behind_header(std::string_view text)
{
    CsvReader reader(text), behind = reader;
    return !reader.skip_empty_end() && reads_header(behind) ? behind : reader;
}

}   // namespace

NpyArray<float> read_csv(std::string_view text)
{
    CsvReader reader = behind_header(text);
    NpyArray<float> table;
    std::size_t rows = 0, columns = 0, column = 0;
    while (!(column == 0 && reader.skip_empty_end())) {
        const std::string_view cell = reader.cell();
        ++column;
        const auto refuse = [&](const Text& why) {
            throw FormatError(tr("line %1, column %2: %3", reader.cell_line(), column, why));
        };
        const std::optional<float> number = number_of(cell);
        if (!number && column == 1 && reader.ended_line() && without_blanks(cell).empty())
            throw FormatError(tr("line %1 is empty, but other lines follow", reader.cell_line()));
        if (!number)
            refuse(without_blanks(cell).empty()
                    ? tr("must be a number, but is empty")
                    : tr("must be a number, with commas between cells, got %1", quote(cell)));
        if (!std::isfinite(*number))
            refuse(tr("must be a finite number in the range of float32, got %1", quote(cell)));
        table.values.push_back(*number);
        if (!reader.ended_line())
            continue;
        if (rows > 0 && column != columns)
            throw FormatError(tr("line %1: must have %2 numbers, as many as the rows before it, but has %3",
                reader.cell_line(), columns, column));
        columns = column;
        column = 0;
        ++rows;
    }
    if (rows == 0)
        throw FormatError(tr("has no row of numbers"));
    table.shape = {rows, columns};
    return table;
}

int csv_header_lines(std::string_view text)
{
    try {
        return behind_header(text).line() - 1;
    } catch (const FormatError&) {
        return 0;
    }
}

}   // namespace stepzero
