// SPDX-License-Identifier: GPL-3.0-or-later
// What `coordinate-check` found, as text: a table for people, and "stepzero-coordinate-check" version 1 (JSON).
#pragma once

#include <string>

#include "core/train/coordinate_check.h"

namespace stepzero {

/// A line a place: its slopes with their intervals and what they mean; below it the verdict in words. Ends in a
/// newline.
std::string format_check_table(const CoordinateCheck& check, const Render& render = &Text::english);

/// Numbers that are not finite are the words "inf", "-inf", "nan".
std::string format_check(const CoordinateCheck& check, const Experiment& experiment);

}   // namespace stepzero
