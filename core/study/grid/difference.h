// SPDX-License-Identifier: GPL-3.0-or-later
// Describes the difference between two experiments in a few words, so that their curves can be labeled.
#pragma once

#include "core/base/words/text.h"
#include "core/network/experiment/experiment.h"

namespace stepzero {

/// Returns the values of `one` that differ from `other`: "width 1024", "depth 20, std of the weights 0.05". For
/// networks with little in common, returns kind and size: "Transformer 12 × 768". Empty for experiments with the same
/// numbers. Precondition: both passed validate().
Text difference(const Experiment& one, const Experiment& other);

/// Returns what changed from one experiment to the next: "width 64 → 1024", "depth 10 → 20, seed 1 → 2, +3 more"; for
/// another kind of network, "Dense 10 × 256 → Transformer 12 × 768". Empty for experiments with the same numbers.
/// Precondition: both passed validate().
Text change(const Experiment& before, const Experiment& after);

}   // namespace stepzero
