// SPDX-License-Identifier: GPL-3.0-or-later
// JSON text (RFC 8259) as a tree, read strictly: a duplicate key, a number beyond double, ill-formed UTF-8,
// a comment and deep nesting are problems. Safe on any bytes.
#pragma once

#include <string_view>

#include "core/json/json.h"
#include "core/words/problem.h"

namespace stepzero {

/// The tree, and what is wrong with the text. Where it is not JSON at all, the tree holds what came before.
struct JsonReading {
    Json root;
    Problems problems;
    bool complete = false;   ///< the text is JSON to its end
};
JsonReading read_json(std::string_view text);

}   // namespace stepzero
