// SPDX-License-Identifier: GPL-3.0-or-later
// Interprets a tensor by its name and shape only, for checkpoints without a known family. It also recognizes the
// training state that checkpoints store in addition to weights.
#pragma once

#include "core/checkpoint/audit/family.h"

namespace stepzero {

/// Returns whether a tensor is training state rather than a weight. Training state is that of an optimizer, by the key
/// words of PyTorch, Lightning, DeepSpeed and Accelerate, or a running average of the weights (EMA).
bool is_training_state(std::string_view name);
/// Role of a tensor that is omitted as training state.
inline constexpr std::string_view training_state_role = "training_state";

/// Groups the tensor by the numbers in its name; weights are [out, in]; nothing is expected.
UnderstoodTensor understood_by_name(const StoredTensor& tensor);

}   // namespace stepzero
