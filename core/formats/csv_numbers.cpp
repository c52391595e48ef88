// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/csv_numbers.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <string>

#include "core/words/words.h"

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

/// Infinite and not a number are numbers here.
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

/// Cell after cell.
class CsvReader {
public:
    explicit CsvReader(std::string_view text) : rest_(text)
    {
        if (rest_.starts_with("\xef\xbb\xbf"))
            rest_.remove_prefix(3);
    }

    bool at_end() const { return rest_.empty(); }
    int line() const { return line_; }
    /// Of the cell that was read last.
    int cell_line() const { return cell_line_; }
    bool ended_line() const { return ended_line_; }

    /// Where there are nothing but empty lines to the end, or nothing at all, it goes there.
    bool skip_empty_end()
    {
        const bool empty = rest_.find_first_not_of(" \t\r\n") == std::string_view::npos;
        if (empty)
            rest_ = {};
        return empty;
    }

    std::string_view cell()
    {
        cell_line_ = line_;
        const std::size_t begin = rest_.find_first_not_of(" \t");
        std::string_view found;
        if (begin != std::string_view::npos && rest_[begin] == '"') {
            rest_.remove_prefix(begin + 1);
            found = quoted();
            rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t"), rest_.size()));
            if (!rest_.empty() && rest_[0] != ',' && rest_[0] != '\n' && rest_[0] != '\r')
                throw FormatError("line " + std::to_string(line_) + ": has something behind a closing quotation mark");
        } else {
            const std::size_t size = std::min(rest_.find_first_of(",\r\n"), rest_.size());
            found = rest_.substr(0, size);
            rest_.remove_prefix(size);
        }
        ended_line_ = !rest_.starts_with(',');
        if (!ended_line_)
            rest_.remove_prefix(1);
        else
            end_line();
        return found;
    }

private:
    /// Of a doubled mark both stay: no number has one.
    std::string_view quoted()
    {
        const int begun = line_;
        std::size_t end = 0;
        for (;; ++end) {
            end = rest_.find_first_of("\"\n", end);
            if (end == std::string_view::npos)
                throw FormatError("line " + std::to_string(begun) + ": a quotation mark is not closed");
            if (rest_[end] == '\n')
                ++line_;
            else if (rest_.substr(end, 2) == "\"\"")
                ++end;
            else
                break;
        }
        const std::string_view inside = rest_.substr(0, end);
        rest_.remove_prefix(end + 1);
        return inside;
    }

    void end_line()
    {
        if (rest_.starts_with("\r\n"))
            rest_.remove_prefix(2);
        else if (!rest_.empty())
            rest_.remove_prefix(1);
        ++line_;
    }

    std::string_view rest_;
    int line_ = 1, cell_line_ = 1;
    bool ended_line_ = false;
};

/// Whether no cell of the first line is a number; the reader stands behind it.
bool reads_header(CsvReader& reader)
{
    bool header = true;
    do
        header = !number_of(reader.cell()) && header;
    while (!reader.ended_line());
    return header;
}

/// A copy of the reader that stands before the first row of numbers.
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
        const auto refuse = [&](const std::string& why) {
            throw FormatError(
                "line " + std::to_string(reader.cell_line()) + ", column " + std::to_string(column) + ": " + why);
        };
        const std::optional<float> number = number_of(cell);
        if (!number && column == 1 && reader.ended_line() && without_blanks(cell).empty())
            throw FormatError("line " + std::to_string(reader.cell_line()) + ": is empty, and others follow");
        if (!number)
            refuse(without_blanks(cell).empty() ? "must be a number, and is empty"
                                                : "must be a number, with commas between cells, got " + quote(cell));
        if (!std::isfinite(*number))
            refuse("must be a finite number in the range of float32, got " + quote(cell));
        table.values.push_back(*number);
        if (!reader.ended_line())
            continue;
        if (rows > 0 && column != columns)
            throw FormatError("line " + std::to_string(reader.cell_line())
                + ": must have as many numbers as the rows before, " + std::to_string(columns) + ", and has "
                + std::to_string(column));
        columns = column;
        column = 0;
        ++rows;
    }
    if (rows == 0)
        throw FormatError("has no row of numbers");
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
