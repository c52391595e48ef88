// SPDX-License-Identifier: GPL-3.0-or-later
// Paths of values in JSON trees, such as "network.overrides[0].weight".
#pragma once

#include <string>
#include <string_view>

#include "core/base/json/json.h"
#include "core/base/words/text.h"

namespace stepzero {

/// Whether a path is well-formed.
bool is_path(std::string_view path);

/// Whether `inner` is `outer` or lies inside of it.
bool lies_in(std::string_view inner, std::string_view outer);

/// What stands at a path; nullptr when there is nothing, or the path is ill-formed.
const Json* value_at(const Json& root, std::string_view path);

/// Puts a value at a path; objects on the way are made where they are missing. Returns what is wrong, as a sentence;
/// empty: nothing. Precondition: is_path(path).
Text put_value(Json& root, std::string_view path, const Json& value);

}   // namespace stepzero
