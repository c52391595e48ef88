// SPDX-License-Identifier: GPL-3.0-or-later
// What a tensor is by its name and shape alone.
#pragma once

#include "core/checkpoint/audit/family.h"

namespace stepzero {

/// What a checkpoint of a training has beside the weights: the state of its optimizer, by the words that PyTorch,
/// Lightning, DeepSpeed and Accelerate keep it under, and running averages of the weights (EMA).
bool is_training_state(std::string_view name);
/// The role of a tensor that is left out as such.
inline constexpr std::string_view training_state_role = "training_state";

/// Grouped by the numbers in its name; weights are [out, in]; nothing is expected.
UnderstoodTensor understood_by_name(const StoredTensor& tensor);

}   // namespace stepzero
