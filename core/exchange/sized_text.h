// SPDX-License-Identifier: GPL-3.0-or-later
// Text and JSON shared by results over several sizes of a network: coordinate checks and learning rate transfer.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/json/json.h"
#include "core/base/words/text.h"
#include "core/train/slope.h"

namespace stepzero {

/// {"slope", "low", "high", "verdict"}, or null.
Json slope_json(const std::optional<Slope>& slope, Scaling scaling);
/// Writes one inner list per line.
Json nested_json(const std::vector<std::vector<std::vector<double>>>& numbers);

/// Returns "+0.53 (+0.41 to +0.65) grows"; "-" when absent.
Text slope_cell(const std::optional<Slope>& slope, Scaling scaling);
/// Returns "widths 64, 128; 5 steps, 3 seeds".
Text sizes_text(const std::vector<int>& sizes, bool depths, int steps, int seeds);

}   // namespace stepzero
