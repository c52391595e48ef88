// SPDX-License-Identifier: GPL-3.0-or-later
// Reads cells of comma-separated values (RFC 4180) sequentially. Internal to core/formats. Safe on any bytes.
#pragma once

#include <algorithm>
#include <string_view>

#include "core/base/formats/format_error.h"

namespace stepzero {

class CsvReader {
public:
    explicit CsvReader(std::string_view text) : rest_(text)
    {
        if (rest_.starts_with("\xef\xbb\xbf"))
            rest_.remove_prefix(3);
    }

    bool at_end() const { return rest_.empty(); }
    int line() const { return line_; }
    /// Returns the line of the cell that was read last.
    int cell_line() const { return cell_line_; }
    bool ended_line() const { return ended_line_; }

    /// Goes to the end if only empty lines are left. Returns whether it did.
    bool skip_empty_end()
    {
        const bool empty = rest_.find_first_not_of(" \t\r\n") == std::string_view::npos;
        if (empty)
            rest_ = {};
        return empty;
    }

    /// Returns the next cell without the quotation marks around it. A doubled mark inside stays doubled.
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
                throw FormatError(tr("line %1: a closing quotation mark is followed by more text", line_));
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
    std::string_view quoted()
    {
        const int begun = line_;
        std::size_t end = 0;
        for (;; ++end) {
            end = rest_.find_first_of("\"\n", end);
            if (end == std::string_view::npos)
                throw FormatError(tr("line %1: a quotation mark is not closed", begun));
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

}   // namespace stepzero
