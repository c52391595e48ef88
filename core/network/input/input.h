// SPDX-License-Identifier: GPL-3.0-or-later
// The data that enter a network: the batch at its first layer and the cotangent at its last. The cotangent is the
// random gradient that is propagated back.
#pragma once

#include <Eigen/Core>

#include "core/base/run/context.h"
#include "core/network/experiment/experiment.h"
#include "core/network/input/input_file.h"

namespace stepzero {

/// Returns `samples` samples, beginning with `first`: [input_width, samples], contiguous per sample. A larger number
/// extends a smaller one. For a file, samples are its rows, for every replica. Throws BadInput, Stopped.
Eigen::MatrixXf draw_input(
    const Experiment& experiment, int replica, int samples, const Context& context, int first = 0);

/// Returns the number of samples: rows of a file, or images in a folder. Throws BadInput.
int sample_count(const Experiment& experiment);

/// Returns u ~ N(0, 1) for every entry of the last output: [width of the last layer, samples], for the same samples.
Eigen::MatrixXf draw_cotangent(
    const Experiment& experiment, int replica, int samples, const Context& context, int first = 0);

/// Does the same for a last output with the given number of entries.
Eigen::MatrixXf draw_cotangent_of(
    const Experiment& experiment, int entries, int replica, int samples, const Context& context, int first = 0);

/// Number of pairs of inputs used to measure the correlation through depth.
inline constexpr int correlation_pairs = 8;

/// Returns pairs of inputs x_a, x_b at the experiment's angle and in random directions: [input_width,
/// 2·correlation_pairs]. Columns 2p and 2p + 1 are a pair, each of mean square 1. The angle is exact to float32; for
/// 180 degrees, x_b = −x_a exactly. There are no columns when no such pair exists: one unit, and an angle below 180.
/// For images with two or more channels, angle and mean square hold at every position.
Eigen::MatrixXf draw_pairs(const Experiment& experiment, int replica);

}   // namespace stepzero
