// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/read_json.h"

#include <algorithm>
#include <deque>
#include <nlohmann/json.hpp>
#include <set>

#include "core/words/words.h"

namespace stepzero {

namespace {

constexpr std::size_t deepest = 32;   // an experiment needs 5

/// "line 3, column 5" of a byte position
std::string place(std::string_view text, std::size_t position)
{
    const std::string_view before = text.substr(0, std::min(position, text.size()));
    const std::size_t line_start = before.rfind('\n') + 1;   // npos + 1 == 0
    return "line " + std::to_string(1 + std::count(before.begin(), before.end(), '\n')) + ", column "
        + std::to_string(before.size() - line_start + 1);
}

/// Builds the tree from the parser's events.
class Builder {
public:
    Builder(std::string_view text, JsonReading& reading) : text_(text), reading_(reading) { }

    bool null() { return add({}); }
    bool boolean(bool value) { return add({.kind = Json::Kind::boolean, .boolean = value}); }
    bool number_integer(std::int64_t value) { return add_number(double(value)); }
    bool number_unsigned(std::uint64_t value) { return add_number(double(value)); }
    bool number_float(double value, const std::string&) { return add_number(value); }
    bool string(std::string& value) { return add({.kind = Json::Kind::text, .text = std::move(value)}); }
    bool binary(nlohmann::json::binary_t&) { return false; }   // not in JSON text
    bool start_object(std::size_t) { return open(Json::Kind::object); }
    bool start_array(std::size_t) { return open(Json::Kind::list); }
    bool end_object() { return close(); }
    bool end_array() { return close(); }

    bool key(std::string& name)
    {
        open_.back().key = std::move(name);
        return true;
    }

    bool parse_error(std::size_t position, const std::string& token, const nlohmann::detail::exception& error)
    {
        constexpr int number_overflow = 406;
        if (error.id == number_overflow) {
            reading_.problems.push_back({path(), "is a number beyond double precision, got " + quote(token)});
            return false;
        }
        // "[json…] parse error at line 1, column 2: REASON; last read: 'TOKEN'; expected …": the reason only,
        // since the rest may repeat any length of the file.
        std::string reason = error.what();
        if (const auto colon = reason.find(": "); colon != std::string::npos)
            reason.erase(0, colon + 2);
        if (const auto last_read = reason.find("; last read"); last_read != std::string::npos)
            reason.erase(last_read);
        reason.resize(std::min<std::size_t>(reason.size(), 200));
        reading_.problems.push_back(
            {"", "is not JSON: " + place(text_, position == 0 ? 0 : position - 1) + ": " + reason});
        return false;
    }

private:
    struct Open {
        Json* json;   // stays in place: what holds it grows only after it is closed
        std::set<std::string> seen {};
        std::string key {};   // that is being read
    };

    bool add_number(double value) { return add({.kind = Json::Kind::number, .number = value}); }

    bool add(Json json)
    {
        place_for(std::move(json));
        return true;
    }

    bool open(Json::Kind kind)
    {
        if (open_.size() == deepest) {
            reading_.problems.push_back({path(), "is nested deeper than " + std::to_string(deepest) + " levels"});
            return false;
        }
        open_.push_back({place_for({.kind = kind})});
        return true;
    }

    bool close()
    {
        open_.pop_back();
        return true;
    }

    Json* place_for(Json json)
    {
        if (open_.empty()) {
            reading_.root = std::move(json);
            return &reading_.root;
        }
        Open& parent = open_.back();
        if (parent.json->kind == Json::Kind::object) {
            if (!parent.seen.insert(parent.key).second) {
                reading_.problems.push_back({path(), "is given twice"});
                return &duplicates_.emplace_back(std::move(json));   // the first one counts
            }
            parent.json->keys.push_back(parent.key);
        }
        parent.json->items.push_back(std::move(json));
        return &parent.json->items.back();
    }

    /// Of the value that is being read.
    std::string path() const
    {
        std::string path;
        for (std::size_t i = 0; i < open_.size(); ++i) {
            const Json& json = *open_[i].json;
            const bool innermost = i + 1 == open_.size();
            if (json.kind == Json::Kind::object)
                path = member_path(path, open_[i].key);
            else
                path = item_path(path, json.items.size() - (innermost ? 0 : 1));
        }
        return path;
    }

    std::string_view text_;
    JsonReading& reading_;
    std::vector<Open> open_;
    std::deque<Json> duplicates_;   // read and forgotten; a deque keeps its elements in place
};

}   // namespace

JsonReading read_json(std::string_view text)
{
    JsonReading reading;
    if (const std::size_t bad = first_bad_utf8(text); bad != std::string_view::npos) {
        reading.problems.push_back({"", "is not UTF-8: " + place(text, bad)});
        return reading;
    }
    Builder builder(text, reading);
    reading.complete = nlohmann::json::sax_parse(text.begin(), text.end(), &builder);
    return reading;
}

}   // namespace stepzero
