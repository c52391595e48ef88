// SPDX-License-Identifier: GPL-3.0-or-later
// What enters a network from outside: the batch at its first layer and the cotangent at its last.
#pragma once

#include <Eigen/Core>

#include "core/base/run/context.h"
#include "core/network/experiment/experiment.h"
#include "core/network/input/input_file.h"

namespace stepzero {

/// The first `samples` samples, or those from `first` on: [input_width, samples], so that memory holds sample after
/// sample. More samples extend fewer. Of a file they are its rows, whatever the replica. Throws BadInput, Stopped.
Eigen::MatrixXf draw_input(
    const Experiment& experiment, int replica, int samples, const Context& context, int first = 0);

/// How many samples the experiment has: of a file, its rows; of a folder, its images. Throws BadInput.
int sample_count(const Experiment& experiment);

/// u ~ N(0, 1) for every entry of the last output: [width of the last layer, samples], of the same samples.
Eigen::MatrixXf draw_cotangent(
    const Experiment& experiment, int replica, int samples, const Context& context, int first = 0);

/// The same for a last output of so many entries.
Eigen::MatrixXf draw_cotangent_of(
    const Experiment& experiment, int entries, int replica, int samples, const Context& context, int first = 0);

/// How many pairs of inputs the correlation through depth is measured with.
inline constexpr int correlation_pairs = 8;

/// Pairs of inputs x_a, x_b at the experiment's angle, of any common direction: [input_width, 2·correlation_pairs],
/// columns 2p and 2p + 1 are a pair, each of mean square 1. The angle is exact to float32; 180 degrees give
/// x_b = −x_a to the bit. No columns where there are no such two: one unit, and an angle below 180. Of images of two
/// channels or more the angle and the mean square are those at every position.
Eigen::MatrixXf draw_pairs(const Experiment& experiment, int replica);

}   // namespace stepzero
