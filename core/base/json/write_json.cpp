// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json/write_json.h"

#include <algorithm>
#include <cmath>

#include "core/base/words/words.h"

namespace stepzero {

namespace {

constexpr std::size_t widest_line = 110, any_width = std::string::npos;

void append_text(std::string& to, std::string_view text)
{
    constexpr auto plain = [](char c) { return c != '"' && c != '\\' && static_cast<unsigned char>(c) >= 0x20; };
    std::string mended;   // file names may contain any bytes: U+FFFD replaces those that are not UTF-8
    std::size_t begin = 0;
    for (std::size_t bad; (bad = first_bad_utf8(text.substr(begin))) != std::string_view::npos; begin += bad + 1)
        mended.append(text.substr(begin, bad)) += "\xef\xbf\xbd";
    if (begin > 0)
        text = mended.append(text.substr(begin));
    to += '"';
    if (std::all_of(text.begin(), text.end(), plain)) {
        (to += text) += '"';
        return;
    }
    for (const char c : text) {
        if (c == '"' || c == '\\')
            (to += '\\') += c;
        else if (c == '\n')
            to += "\\n";
        else if (c == '\t')
            to += "\\t";
        else if (static_cast<unsigned char>(c) < 0x20) {
            constexpr std::string_view digits = "0123456789abcdef";
            (to += "\\u00") += digits[static_cast<unsigned char>(c) >> 4];
            to += digits[static_cast<unsigned char>(c) & 15];
        } else
            to += c;
    }
    to += '"';
}

class Writer {
public:
    std::string take() { return std::move(text_); }

    /// Returns false, with part of it written, when the line would be too long or rows are requested.
    bool line(const Json& json, std::size_t width)
    {
        const std::size_t start = text_.size();
        const auto fits = [&] { return text_.size() - start <= width; };
        if (!json.holds_others()) {
            value(json);
            return fits();
        }
        if (json.rows && width != any_width)
            return false;
        text_ += open(json);
        for (std::size_t i = 0; i < json.items.size(); ++i) {
            text_ += i == 0 ? "" : ", ";
            key(json, i);
            const std::size_t used = text_.size() - start;
            if (used > width || !line(json.items[i], width == any_width ? any_width : width - used))
                return false;
        }
        text_ += close(json);
        return fits();
    }

    void lines(const Json& json, std::size_t indent)
    {
        if (json.rows)
            return rows(json, indent);
        const bool flat
            = std::none_of(json.items.begin(), json.items.end(), [](const Json& item) { return item.holds_others(); });
        const std::size_t start = text_.size();
        if (line(json, flat ? any_width : widest_line - std::min(indent, widest_line)))
            return;
        text_.resize(start);
        text_ += open(json);
        for (std::size_t i = 0; i < json.items.size(); ++i) {
            text_ += i == 0 ? "" : ",";
            new_line(indent + 2);
            key(json, i);
            lines(json.items[i], indent + 2);
        }
        new_line(indent);
        text_ += close(json);
    }

private:
    void rows(const Json& json, std::size_t indent)
    {
        text_ += open(json);
        const bool hanging = !json.items.empty() && json.items.front().beside;
        const std::size_t column = hanging ? text_.size() - (text_.rfind('\n') + 1) : indent + 2;   // npos + 1 == 0
        for (std::size_t i = 0; i < json.items.size(); ++i) {
            const Json& item = json.items[i];
            text_ += i == 0 ? "" : item.beside ? ", " : ",";
            if (!item.beside)
                new_line(column);
            key(json, i);
            if (item.rows)
                rows(item, column);
            else
                line(item, any_width);
        }
        if (!hanging && !json.items.empty())
            new_line(indent);
        text_ += close(json);
    }

    void value(const Json& json)
    {
        if (json.kind == Json::Kind::text)
            append_text(text_, json.text);
        else if (json.kind == Json::Kind::number && !std::isfinite(json.number))
            append_text(text_, number_text(json.number));
        else
            text_ += json.shown().english();
    }

    void key(const Json& json, std::size_t item)
    {
        if (json.kind == Json::Kind::object) {
            append_text(text_, json.keys[item]);
            text_ += ": ";
        }
    }

    void new_line(std::size_t indent) { (text_ += '\n').append(indent, ' '); }
    static char open(const Json& json) { return json.kind == Json::Kind::object ? '{' : '['; }
    static char close(const Json& json) { return json.kind == Json::Kind::object ? '}' : ']'; }

    std::string text_;
};

}   // namespace

std::string json_line(const Json& json)
{
    Writer writer;
    writer.line(json, any_width);
    return writer.take();
}

std::string json_lines(const Json& json, std::size_t indent)
{
    Writer writer;
    writer.lines(json, indent);
    return writer.take();
}

std::string json_text(std::string_view text)
{
    std::string quoted_text;
    append_text(quoted_text, text);
    return quoted_text;
}

}   // namespace stepzero
