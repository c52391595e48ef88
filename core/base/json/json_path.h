// SPDX-License-Identifier: GPL-3.0-or-later
// Looks up and sets values in JSON trees by paths such as "network.overrides[0].weight".
#pragma once

#include <string>
#include <string_view>

#include "core/base/json/json.h"
#include "core/base/words/text.h"

namespace stepzero {

/// Returns whether a path is well-formed.
bool is_path(std::string_view path);

/// Returns whether `inner` equals `outer` or lies inside it.
bool lies_in(std::string_view inner, std::string_view outer);

/// Returns the value at a path; nullptr when it does not exist, or the path is ill-formed.
const Json* value_at(const Json& root, std::string_view path);

/// Sets the value at a path; missing objects on the way are created. Returns the problem as a sentence; empty on
/// success. Precondition: is_path(path).
Text put_value(Json& root, std::string_view path, const Json& value);

}   // namespace stepzero
