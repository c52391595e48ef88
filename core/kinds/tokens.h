// SPDX-License-Identifier: GPL-3.0-or-later
// The batch of a network that attends: sequences of token numbers and what the loss asks for after each, or the classes
// of images.
#pragma once

#include <vector>

#include "core/kinds/kinds.h"

namespace stepzero {

/// The first sequences and, of each, the first tokens: more extend fewer. A file is an .npy of whole numbers
/// [sequences, tokens + 1]; its last column is only asked for. Throws BadInput, Stopped.
Batch draw_tokens(const Experiment& experiment, int vocabulary, int replica, Extent extent);

/// Classes of the first images, each of 0 to classes − 1 with the same chance, whatever the images are. Throws Stopped.
std::vector<int> draw_classes(const Experiment& experiment, int classes, int replica, int samples);

/// Tokens of a sequence: as many as are drawn, or of an image its patches and its class token; else 1.
int sequence_length(const Experiment& experiment);

/// All that the experiment asks for, of a file all that it has. Throws BadInput.
Extent whole_extent(const Experiment& experiment);

/// The chance that two tokens of a sequence are the same.
double repeat_chance(const Experiment& experiment, int vocabulary);

}   // namespace stepzero
