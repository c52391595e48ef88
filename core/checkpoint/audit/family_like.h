// SPDX-License-Identifier: GPL-3.0-or-later
// Completes a family file that names another family as its base with "like". Such a file contains only the differences.
#pragma once

#include "core/base/json/json.h"

namespace stepzero {

/// Returns the file's root, completed from the other's. Its own tensors precede those of the other, and its variables
/// replace those of the same name. Recipes take missing laws from the other's first recipe. Names that identify the
/// family are inherited when not given; names that must be absent only together with these. Model types, `by_config`
/// and `overlay` are never inherited.
Json family_like(const Json& own, const Json& other);

}   // namespace stepzero
