// SPDX-License-Identifier: GPL-3.0-or-later
// What `transfer` found, as text: a table for people, and "stepzero-transfer" version 1 (JSON).
#pragma once

#include <string>

#include "core/train/transfer.h"

namespace stepzero {

/// A line a learning rate: the mean loss over seeds at each size, the lowest starred; then the best rates, and the
/// verdict in words. Ends in a newline.
std::string format_transfer_table(const Transfer& transfer, const Render& render = &Text::english);

/// Numbers that are not finite are the words "inf", "-inf", "nan".
std::string format_transfer(const Transfer& transfer, const Experiment& experiment);

}   // namespace stepzero
