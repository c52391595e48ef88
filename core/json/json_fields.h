// SPDX-License-Identifier: GPL-3.0-or-later
// The members of a JSON object, read strictly: what is missing, unknown or of a wrong type is a problem, and then the
// default value. Internal to core/grid.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/json/json_tree.h"
#include "core/words/problem.h"

namespace stepzero {

using Problems = std::vector<Problem>;

/// "must be a list, got 3"
void must_be(Problems& problems, const std::string& path, const std::string& what, const Json& found);

/// At most a hundred of them, with a word about the rest.
void cut_short(Problems& problems);

class JsonFields {
public:
    /// Tells of anything but an object.
    JsonFields(const Json& json, std::string path, Problems& problems);

    std::string path(std::string_view key) const;
    bool has(std::string_view key) const { return json_.find(key) != nullptr; }

    /// The object may have these only.
    void known(const std::vector<std::string>& keys) const;

    /// A text of this format, version 1; false when nothing else of it is worth a word.
    bool format(const std::string& name) const;

    /// Required members. Null or a default where there is a problem.
    const Json* any(std::string_view key) const;
    const Json* list(std::string_view key) const { return of_kind(key, Json::Kind::list, "a list"); }
    const Json* object(std::string_view key) const { return of_kind(key, Json::Kind::object, "an object"); }
    std::string text(std::string_view key) const;
    double number(std::string_view key) const;   ///< or "inf", "-inf", "nan"
    int whole(std::string_view key, int low, int high) const;
    std::vector<double> numbers(std::string_view key) const;
    std::vector<std::string> texts(std::string_view key) const;

private:
    const Json* of_kind(std::string_view key, Json::Kind kind, const char* what) const;

    const Json& json_;
    std::string path_;
    Problems& problems_;
};

/// A finite number or one of the words for others.
bool read_number(const Json& json, double& number);

}   // namespace stepzero
