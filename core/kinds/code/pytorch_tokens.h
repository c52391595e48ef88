// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of PyTorch code for networks of tokens. Internal to core/kinds.
#pragma once

#include "core/kinds/code/parts.h"

namespace stepzero {

/// Returns NAMES with these entries, in the style of `whose` checkpoints, and the function `load_stepzero`. It loads a
/// file of `run --tensors` into the network, by running these lines for every `name, parameter`, and then the lines
/// `after`, given a dictionary `tensors`.
std::string pytorch_loading(const std::string& whose, const Lines& names, const Lines& lines, const Lines& after = {});

/// Returns the functions `sample_input`, for images also `sample_classes`, and `loss`, and the main program. The module
/// must define Network.embed, Network.blocks and VOCABULARY, or CHANNELS, SIDE and CLASSES.
std::string pytorch_tokens(const Experiment& experiment);

}   // namespace stepzero
