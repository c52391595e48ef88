// SPDX-License-Identifier: GPL-3.0-or-later
// Comparisons that several kinds share, each group in the order of menus. Internal to core/kinds.
#pragma once

#include "core/kinds/comparisons/comparison.h"

namespace stepzero {

std::vector<ComparisonKind> stream_comparisons();   ///< for all networks with a residual stream
std::vector<ComparisonKind> channel_comparisons();   ///< for ResNets
std::vector<ComparisonKind> attention_comparisons();
std::vector<ComparisonKind> word_comparisons();   ///< for transformers
std::vector<ComparisonKind> patch_comparisons();   ///< for vision transformers
std::vector<ComparisonKind> scan_comparisons();   ///< for state-space networks

/// Returns whether a network has a single residual stream.
bool has_one_stream(const Network& network);

}   // namespace stepzero
