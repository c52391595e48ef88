// SPDX-License-Identifier: GPL-3.0-or-later
// Reads JSON text (RFC 8259) into a tree, strictly: duplicate keys, numbers beyond double, ill-formed UTF-8, comments
// and deep nesting are problems. Safe on any bytes.
#pragma once

#include <cstdint>
#include <functional>
#include <streambuf>
#include <string_view>

#include "core/base/json/json.h"
#include "core/base/words/problem.h"

namespace stepzero {

/// The tree, and the problems of the text. If it is not JSON at all, the tree contains everything before the error.
struct JsonReading {
    Json root;
    Problems problems;
    bool complete = false;   ///< the whole text is JSON
};
JsonReading read_json(std::string_view text);

/// An entry of a list, and the byte range [begin, end) of it in the text.
struct JsonEntry {
    Json json;
    std::uint64_t begin, end;
};

/// Reads a text that need not fit into memory. Each entry of the root's list `key` is passed to `take` when it is read.
/// `root` is the root so far, in which the list stays empty. Exceptions of `take` are propagated.
JsonReading read_json(
    std::streambuf& text, std::string_view key, const std::function<void(const Json& root, JsonEntry entry)>& take);

}   // namespace stepzero
