// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of PyTorch code for networks of tokens. Internal to core/kinds.
#pragma once

#include "core/kinds/code/parts.h"

namespace stepzero {

/// NAMES of these entries, as `whose` checkpoints have them, and the function `load_stepzero`, which puts a file of
/// `run --tensors` into the network: by these lines for every `name, parameter`, of a dictionary `tensors`.
std::string pytorch_loading(const std::string& whose, const Lines& names, const Lines& lines);

/// The functions `sample_input`, of images `sample_classes` too, and `loss`, and the main program, of a module with
/// Network.embed, Network.blocks and VOCABULARY, or CHANNELS, SIDE and CLASSES.
std::string pytorch_tokens(const Experiment& experiment);

}   // namespace stepzero
