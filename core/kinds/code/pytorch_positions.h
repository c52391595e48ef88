// SPDX-License-Identifier: GPL-3.0-or-later
// PyTorch code for the positions of transformers that are functions: rotary, sinusoidal, ALiBi, and T5's relative
// biases. Internal to core/kinds.
#pragma once

#include <string>

#include "core/kinds/code/parts.h"
#include "core/kinds/transformer.h"

namespace stepzero {

/// Returns the constants of rotary positions. Precondition: the network has them.
Lines rotary_constants(const TransformerSpec& spec);
/// Returns the functions of the positions that the network has; empty if there are none.
std::string position_functions(const TransformerSpec& spec);

}   // namespace stepzero
