// SPDX-License-Identifier: GPL-3.0-or-later
// What an experiment is called. A title that somebody typed always stays. The title of a preset stays while the network
// is the preset's; the title of any other network is made from its scheme, activation and shape.
#pragma once

#include "core/base/words/text.h"
#include "core/network/experiment/experiment.h"

namespace stepzero {

/// For people: "ReLU"; of a gated pair its name.
Text activation_text(const Activation& activation);
/// "10 × 256", "784–256–10", "Transformer 12 × 768".
Text shape_text(const Network& network);

/// "Xavier, ReLU, 10 × 256"; "Normal, std 0.02, GELU, Transformer 12 × 768".
Text generated_title(const Experiment& experiment);

/// Whether the title is that of a preset whose network is another. Seed, input, measurements and training do not count.
bool has_outdated_title(const Experiment& experiment);

/// The title that people read: the experiment's own unless it is empty or outdated, else the generated one.
Text title_of(const Experiment& experiment);

}   // namespace stepzero
