// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the members of a JSON object strictly. Missing members, unknown members and wrong types are problems, and the
// value to be read is unchanged.
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

/// Adds "must be a list, got 3".
void must_be(Problems& problems, const std::string& path, Text what, const Json& found);

/// Keeps the first ten, and adds the number of the others.
void cut_short(Problems& problems);
/// Returns one line per problem.
Text sentences(const std::string& file, const Problems& problems);

/// Parses a text and returns the result of `read(object, problems)`, or all problems. `what` is a description such as
/// "a lesson, a JSON object".
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
    /// Reports anything other than an object.
    JsonFields(const Json& json, std::string path, Problems& problems);

    std::string path(std::string_view key) const;
    const Json* find(std::string_view key) const { return json_.find(key); }

    /// Checks for this format, version 1. Returns false when further problems should not be reported.
    bool format(const std::string& name) const;
    /// Reports members other than these.
    void known(const std::vector<std::string>& keys) const;
    /// Reports missing members. `what` optionally describes the value, such as "a list".
    void required(const std::vector<std::string>& keys, const Text& what = {}) const;

    /// Return a member of this type; null when it is missing, or of another type, which is reported.
    const Json* list(std::string_view key) const { return of_kind(key, Json::Kind::list); }
    const Json* object(std::string_view key) const { return of_kind(key, Json::Kind::object); }

    void read(std::string_view key, double& finite) const;
    void read(std::string_view key, std::string& text) const;
    /// Reads a text of a data file (Text::whole).
    void read(std::string_view key, Text& whole) const;
    void read(std::string_view key, bool& value) const;
    template <class Integer>
    void read(std::string_view key, NumberRange range, Integer& whole) const
    {
        if (double number = 0; read_whole(key, range, number))
            whole = Integer(number);
    }
    /// Also accepts "inf", "-inf", "nan".
    void read_any(std::string_view key, double& number) const;

    std::vector<double> numbers(std::string_view key) const;   ///< also accepts "inf", "-inf", "nan"
    std::vector<std::string> texts(std::string_view key) const;

private:
    const Json* of_kind(std::string_view key, Json::Kind kind) const;
    bool read_whole(std::string_view key, NumberRange range, double& number) const;

    const Json& json_;
    std::string path_;
    Problems& problems_;
};

}   // namespace stepzero
