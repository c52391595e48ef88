// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json/read_json.h"

#include <deque>
#include <istream>
#include <nlohmann/json.hpp>
#include <set>

#include "core/base/words/words.h"

namespace stepzero {

namespace {

constexpr std::size_t deepest = 32;   // maximum nesting; an experiment needs 5

/// A position in the text.
struct Place {
    std::size_t line, column;   // counted from 1
    bool end;   // at the end of the text
};

/// Returns the position after a number of bytes. `next` returns the bytes one by one, and a negative number at the end.
template <class Next>
Place place(std::size_t bytes, Next next)
{
    std::size_t line = 1, column = 1;
    int last = 0;
    for (std::size_t i = 0; i < bytes && (last = next()) >= 0; ++i)
        if (++column; last == '\n') {
            ++line;
            column = 1;
        }
    return {line, column, last < 0 || next() < 0};
}

Place place(std::string_view text, std::size_t position)
{
    return place(position,
        [at = text.begin(), end = text.end()]() mutable { return at == end ? -1 : static_cast<unsigned char>(*at++); });
}

/// Entries that are passed on instead of stored.
struct Taken {
    std::streambuf& text;
    std::string_view key;
    const std::function<void(const Json& root, JsonEntry entry)>& take;

    std::uint64_t position() const { return std::uint64_t(text.pubseekoff(0, std::ios::cur, std::ios::in)); }
};

/// Builds the tree from the parser's events.
class Builder {
public:
    Builder(JsonReading& reading, std::function<Place(std::size_t position)> place, const Taken* taken = nullptr)
        : reading_(reading), place_(std::move(place)), taken_(taken)
    {
    }

    bool null() { return add({}); }
    bool boolean(bool value) { return add({.kind = Json::Kind::boolean, .boolean = value}); }
    bool number_integer(std::int64_t value) { return add_number(double(value)); }
    bool number_unsigned(std::uint64_t value) { return add_number(double(value)); }
    bool number_float(double value, const std::string&) { return add_number(value); }
    bool string(std::string& value) { return add({.kind = Json::Kind::text, .text = std::move(value)}); }
    bool binary(nlohmann::json::binary_t&) { return false; }   // does not occur in JSON text
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
            reading_.problems.push_back({path(), tr("must be in the range of double precision, got %1", quote(token))});
            return false;
        }
        // The parser's own message differs between versions.
        const Place found = place_(position == 0 ? 0 : position - 1);
        reading_.problems.push_back({"",
            found.end
                ? tr("is not JSON: line %1, column %2: unexpected end of the text", found.line, found.column)
                : tr("is not JSON: line %1, column %2: syntax error near %3", found.line, found.column, quote(token))});
        return false;
    }

private:
    struct Open {
        Json* json;   // stays in place, because its parent grows only after it is closed
        std::set<std::string> seen {};
        std::string key {};   // current key
        std::size_t given = 0;   // number of entries of a list that were passed on
    };

    bool add_number(double value) { return add({.kind = Json::Kind::number, .number = value}); }

    bool add(Json json)
    {
        place_for(std::move(json));
        if (gives())
            give(taken_->position());
        return true;
    }

    bool open(Json::Kind kind)
    {
        if (open_.size() == deepest) {
            reading_.problems.push_back({path(), tr("is nested deeper than %1 levels", deepest)});
            return false;
        }
        if (gives())
            begin_ = taken_->position() - 1;
        open_.push_back({place_for({.kind = kind})});
        return true;
    }

    bool close()
    {
        open_.pop_back();
        if (gives())
            give(begin_);
        return true;
    }

    /// Returns whether entries of the innermost open list are passed on.
    bool gives() const
    {
        return taken_ && open_.size() == 2 && open_[1].json->kind == Json::Kind::list && open_[0].key == taken_->key;
    }

    void give(std::uint64_t begin)
    {
        std::vector<Json>& entries = open_[1].json->items;
        JsonEntry entry {std::move(entries.back()), begin, taken_->position()};
        entries.pop_back();
        ++open_[1].given;
        taken_->take(reading_.root, std::move(entry));
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
                reading_.problems.push_back({path(), tr("is given twice")});
                return &duplicates_.emplace_back(std::move(json));   // the first one is kept
            }
            parent.json->keys.push_back(parent.key);
        }
        parent.json->items.push_back(std::move(json));
        return &parent.json->items.back();
    }

    /// Returns the path of the value that is being read.
    std::string path() const
    {
        std::string path;
        for (std::size_t i = 0; i < open_.size(); ++i) {
            const Json& json = *open_[i].json;
            const bool innermost = i + 1 == open_.size();
            if (json.kind == Json::Kind::object)
                path = member_path(path, open_[i].key);
            else
                path = item_path(path, open_[i].given + json.items.size() - (innermost ? 0 : 1));
        }
        return path;
    }

    JsonReading& reading_;
    std::function<Place(std::size_t position)> place_;
    const Taken* taken_;
    std::uint64_t begin_ = 0;   // position of the current entry
    std::vector<Open> open_;
    std::deque<Json> duplicates_;   // ignored; a deque keeps its elements in place
};

}   // namespace

JsonReading read_json(std::string_view text)
{
    JsonReading reading;
    if (const std::size_t bad = first_bad_utf8(text); bad != std::string_view::npos) {
        const Place found = place(text, bad);
        reading.problems.push_back({"", tr("is not UTF-8: line %1, column %2", found.line, found.column)});
        return reading;
    }
    Builder builder(reading, [text](std::size_t position) { return place(text, position); });
    reading.complete = nlohmann::json::sax_parse(text.begin(), text.end(), &builder);
    return reading;
}

JsonReading read_json(
    std::streambuf& text, std::string_view key, const std::function<void(const Json& root, JsonEntry entry)>& take)
{
    JsonReading reading;
    const Taken taken {text, key, take};
    Builder builder(
        reading,
        [&text](std::size_t position) {
            text.pubseekpos(0, std::ios::in);
            return place(position, [&text] { return text.sbumpc(); });
        },
        &taken);
    std::istream stream(&text);
    reading.complete = nlohmann::json::sax_parse(stream, &builder);
    return reading;
}

}   // namespace stepzero
