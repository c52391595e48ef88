// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the result of `coordinate-check` as a text table and as "stepzero-coordinate-check" version 1 (JSON).
#pragma once

#include <string>

#include "core/train/coordinate_check.h"

namespace stepzero {

/// Returns one line per measured position, with slopes, intervals and meaning, followed by the verdict. Ends in a
/// newline.
std::string format_check_table(const CoordinateCheck& check, const Render& render = &Text::english);

/// Numbers that are not finite are written as "inf", "-inf", "nan".
std::string format_check(const CoordinateCheck& check, const Experiment& experiment);

}   // namespace stepzero
