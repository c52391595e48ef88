// SPDX-License-Identifier: GPL-3.0-or-later
// A family that is like another but for what its file says.
#pragma once

#include "core/base/json/json.h"

namespace stepzero {

/// The file's root with what it lacks from the other's: its own tensors come before those of the other, its variables
/// stand in for those of their names, and each of its recipes has the laws that it does not give from the other's
/// first. Names to recognise it by, and those that must be absent, are the other's where it gives none; model types
/// never are.
Json family_like(const Json& own, const Json& other);

}   // namespace stepzero
