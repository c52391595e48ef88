// SPDX-License-Identifier: GPL-3.0-or-later
// JSON text (RFC 8259) as a tree, read strictly: a duplicate key, a number beyond double, ill-formed UTF-8,
// a comment and deep nesting are problems. Safe on any bytes.
#pragma once

#include <cstdint>
#include <functional>
#include <streambuf>
#include <string_view>

#include "core/base/json/json.h"
#include "core/base/words/problem.h"

namespace stepzero {

/// The tree, and what is wrong with the text. Where it is not JSON at all, the tree holds what came before.
struct JsonReading {
    Json root;
    Problems problems;
    bool complete = false;   ///< the text is JSON to its end
};
JsonReading read_json(std::string_view text);

/// An entry of a list, and where in the text it stands: its first byte, and what is behind its last.
struct JsonEntry {
    Json json;
    std::uint64_t begin, end;
};

/// The same of a text that need not fit into memory: each entry of the root's list `key` is given away as it is read,
/// with the root so far, in which that list stays empty. What `take` throws comes out.
JsonReading read_json(
    std::streambuf& text, std::string_view key, const std::function<void(const Json& root, JsonEntry entry)>& take);

}   // namespace stepzero
