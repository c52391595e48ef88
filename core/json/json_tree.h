// SPDX-License-Identifier: GPL-3.0-or-later
// JSON text (RFC 8259) as a tree, read strictly: a duplicate key, a number beyond double, ill-formed UTF-8,
// a comment and deep nesting are problems. Safe on any bytes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/words/problem.h"

namespace stepzero {

struct Json {
    enum class Kind { null, boolean, number, text, list, object };
    Kind kind = Kind::null;
    bool boolean = false;
    double number = 0;
    std::string text {};
    std::vector<std::string> keys {};   ///< of an object, in file order, without duplicates
    std::vector<Json> items {};   ///< of a list, or the values of an object

    const Json* find(std::string_view key) const;   ///< nullptr when there is none
    /// In a message: `-3`, `"relu"`, `true`, `null`, `a list`, `an object`.
    std::string shown() const;
};

/// The tree, and what is wrong with the text. Where it is not JSON at all, the tree holds what came before.
struct JsonReading {
    Json root;
    std::vector<Problem> problems;
    bool complete = false;   ///< the text is JSON to its end
};
JsonReading read_json(std::string_view text);

/// A text in JSON's quotation marks.
std::string json_text(std::string_view text);
/// A number; those that are not finite as the words "inf", "-inf", "nan" in quotation marks.
std::string json_number(double number);

}   // namespace stepzero
