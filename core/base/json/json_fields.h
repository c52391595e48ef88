// SPDX-License-Identifier: GPL-3.0-or-later
// The members of a JSON object, read strictly: what is missing, unknown or of a wrong type is a problem, and then the
// value that should be read stays as it is.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/base/json/json.h"
#include "core/base/json/read_json.h"
#include "core/base/words/problem.h"
#include "core/base/words/ranges.h"
#include "core/base/words/text.h"

namespace stepzero {

/// "must be a list, got 3"
void must_be(Problems& problems, const std::string& path, Text what, const Json& found);

/// The first ten of them, and how many more there are.
void cut_short(Problems& problems);
/// A line for each.
Text sentences(const std::string& file, const Problems& problems);

/// What `read(object, problems)` makes of a whole text, or what is wrong with it. `what` is as "a lesson, a JSON
/// object".
template <class Read>
auto parse_object(std::string_view text, Text what, Read read)
    -> std::variant<decltype(read(std::declval<const Json&>(), std::declval<Problems&>())), Problems>
{
    JsonReading reading = read_json(text);
    Problems problems = std::move(reading.problems);
    decltype(read(reading.root, problems)) value;
    if (reading.complete) {
        if (reading.root.kind == Json::Kind::object)
            value = read(reading.root, problems);
        else
            must_be(problems, "", std::move(what), reading.root);
    }
    cut_short(problems);
    if (!problems.empty())
        return problems;
    return value;
}

class JsonFields {
public:
    /// Tells of anything but an object.
    JsonFields(const Json& json, std::string path, Problems& problems);

    std::string path(std::string_view key) const;
    const Json* find(std::string_view key) const { return json_.find(key); }

    /// A text of this format, version 1; false when nothing else of it is worth a word.
    bool format(const std::string& name) const;
    /// The object may have these only.
    void known(const std::vector<std::string>& keys) const;
    /// It must have these. What the value must be, as "a list", may be told with it.
    void required(const std::vector<std::string>& keys, const Text& what = {}) const;

    /// A member of a kind; null where there is none or where it is another, which is told.
    const Json* list(std::string_view key) const { return of_kind(key, Json::Kind::list); }
    const Json* object(std::string_view key) const { return of_kind(key, Json::Kind::object); }

    void read(std::string_view key, double& finite) const;
    void read(std::string_view key, std::string& text) const;
    /// As a text of a data file (Text::whole).
    void read(std::string_view key, Text& whole) const;
    void read(std::string_view key, bool& value) const;
    template <class Integer>
    void read(std::string_view key, NumberRange range, Integer& whole) const
    {
        if (double number = 0; read_whole(key, range, number))
            whole = Integer(number);
    }
    /// Or "inf", "-inf", "nan".
    void read_any(std::string_view key, double& number) const;

    std::vector<double> numbers(std::string_view key) const;   ///< or "inf", "-inf", "nan"
    std::vector<std::string> texts(std::string_view key) const;

private:
    const Json* of_kind(std::string_view key, Json::Kind kind) const;
    bool read_whole(std::string_view key, NumberRange range, double& number) const;

    const Json& json_;
    std::string path_;
    Problems& problems_;
};

}   // namespace stepzero
