// SPDX-License-Identifier: GPL-3.0-or-later
// Singular values of a convolution as a map of whole samples, all positions at once.
//
// What goes around the edge is diagonal in space: with the kernel's transform K̂(k) = Σ_t W_t e^{−2πi k·t/n}, one
// [units, channels] matrix a frequency k, the singular values are those of all K̂(k) together (Sedghi, Gupta, Long
// 2019). A stride of s folds s^d frequencies into one output: those of (K̂(k), K̂(k + n/s), …)/s^{d/2} beside each other.
// Where no two outputs see the same input (is_separate()), all of them have the kernel's own.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "core/base/run/context.h"
#include "core/network/init/window.h"

namespace stepzero {

struct OperatorSpectrum {
    std::vector<double> values;   ///< largest first
    int frequencies = 0, of = 0;   ///< of the outputs, that were worked out; fewer where all would take too long
    /// Whether the values are the layer's; else they are those of its like that goes around the edge.
    bool exact = true;
};

/// From the first position that a unit sees along a dimension to the last.
inline int extent(const Window& window) { return window.dilation * (window.kernel - 1) + 1; }
/// Whether no two outputs see the same position and none sees beyond the edge: a kernel of 1, or patches.
bool is_separate(const Window& window);

/// Of a kernel [units, channels of a group × taps], as PyTorch flattens it. Without a circular edge it is exact where
/// the matrix of the whole map has at most 1024 rows and columns. Throws std::invalid_argument when the numbers do not
/// fit together, and Stopped.
OperatorSpectrum operator_spectrum(const Eigen::MatrixXd& kernel, const Window& window, const Context& context);

/// min(rows, columns) of the map of whole samples: as many singular values has it, zeros included.
double map_values(int units, int fan_in, const Window& window);

/// Complex multiplications and additions that operator_spectrum() takes, roughly.
double operator_work(int units, int fan_in, const Window& window);

}   // namespace stepzero
