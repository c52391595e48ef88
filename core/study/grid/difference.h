// SPDX-License-Identifier: GPL-3.0-or-later
// What an experiment is that another is not, in few words.
#pragma once

#include "core/base/words/text.h"
#include "core/network/experiment/experiment.h"

namespace stepzero {

/// "width 1024", "depth 20, std of the weights 0.05": what tells `one` from `other`, as `one` has it; networks that
/// have little in common by their kind and size, "Transformer 12 × 768". Empty for experiments of the same numbers.
/// Precondition: both passed validate().
Text difference(const Experiment& one, const Experiment& other);

}   // namespace stepzero
