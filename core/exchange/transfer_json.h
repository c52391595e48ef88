// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the result of `transfer` as a text table and as "stepzero-transfer" version 1 (JSON).
#pragma once

#include <string>

#include "core/train/transfer.h"

namespace stepzero {

/// Returns one line per learning rate with the mean loss over seeds at each size, the lowest starred. The best rates
/// and the verdict follow. Ends in a newline.
std::string format_transfer_table(const Transfer& transfer, const Render& render = &Text::english);

/// Numbers that are not finite are written as "inf", "-inf", "nan".
std::string format_transfer(const Transfer& transfer, const Experiment& experiment);

}   // namespace stepzero
