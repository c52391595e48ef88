// SPDX-License-Identifier: GPL-3.0-or-later
// The batch of a network of tokens: sequences of token numbers with the target after each token, or the classes of
// images.
#pragma once

#include <optional>
#include <vector>

#include "core/kinds/kinds.h"
#include "core/network/input/head_prior.h"

namespace stepzero {

/// Returns the first sequences and, of each, the first tokens; a larger extent contains the smaller one. A file is an
/// .npy of whole numbers [sequences, tokens + 1]; its last column only contains targets. Throws BadInput, Stopped.
Batch draw_tokens(const Experiment& experiment, int vocabulary, int replica, Extent extent);

/// Returns classes for the first images, uniform over 0 to classes − 1 and independent of the images. Throws Stopped.
std::vector<int> draw_classes(const Experiment& experiment, int classes, int replica, int samples);

/// Returns the tokens per sequence: as configured, or the patches of an image and its class token; otherwise 1.
int sequence_length(const Experiment& experiment);

/// Returns the full extent of the experiment, or of its file. Throws BadInput.
Extent whole_extent(const Experiment& experiment);

/// Returns the probability that two tokens of a sequence are equal.
double repeat_chance(const Experiment& experiment, int vocabulary);

/// Returns the probability of each target: a token, or the class of an image. Those of a file are counted. Throws
/// BadInput.
std::vector<double> target_frequencies(const Experiment& experiment, int vocabulary);
/// Returns what the bias of the head alone predicts; absent without such a bias, and if it is random or constant.
/// Without frequencies, targets are as the bias predicts.
std::optional<HeadPrior> head_prior(const NetworkPlan& plan, const std::vector<double>& frequencies = {});
/// As above, for the targets of the experiment. Throws BadInput.
std::optional<HeadPrior> head_prior(const NetworkPlan& plan, const Experiment& experiment);

}   // namespace stepzero
