// SPDX-License-Identifier: GPL-3.0-or-later
// Titles of experiments. A title that the user typed is always kept. The title of a preset is kept while the network is
// the preset's. Any other title is generated from the scheme, activation and shape.
#pragma once

#include "core/base/words/text.h"
#include "core/network/experiment/experiment.h"

namespace stepzero {

/// Returns the display name: "ReLU"; for a gated pair, its name.
Text activation_text(const Activation& activation);
/// Returns "10 × 256", "784–256–10", "Transformer 12 × 768".
Text shape_text(const Network& network);

/// Returns "Xavier, ReLU, 10 × 256" or "Normal, std 0.02, GELU, Transformer 12 × 768".
Text generated_title(const Experiment& experiment);

/// Returns whether the title is that of a preset with another network. Seed, input, measurements and training do not
/// count.
bool has_outdated_title(const Experiment& experiment);

/// Returns the displayed title: the experiment's own unless it is empty or outdated, else the generated one.
Text title_of(const Experiment& experiment);

}   // namespace stepzero
