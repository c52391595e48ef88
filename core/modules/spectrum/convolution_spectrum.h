// SPDX-License-Identifier: GPL-3.0-or-later
// Singular values of a convolution as a linear map of whole samples, all positions at once.
//
// A convolution with circular edges is diagonal in Fourier space. The kernel's transform K̂(k) = Σ_t W_t e^{−2πi k·t/n}
// is one [units, channels] matrix per frequency k. The singular values of the map are those of all K̂(k) together
// (Sedghi, Gupta, Long 2019). A stride of s folds s^d frequencies into one output; its values are those of (K̂(k), K̂(k
// + n/s), …)/s^{d/2}, concatenated. When no two outputs see the same input (is_separate()), all of them have the
// kernel's singular values.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "core/base/run/context.h"
#include "core/network/init/window.h"

namespace stepzero {

struct OperatorSpectrum {
    std::vector<double> values;   ///< largest first
    int frequencies = 0, of = 0;   ///< computed and total output frequencies; some are omitted to save time
    /// True when the values are those of the layer; otherwise they are those of the same layer with circular edges.
    bool exact = true;
};

/// Returns the distance from the first to the last position that a unit sees along a dimension, both included.
inline int extent(const Window& window) { return window.dilation * (window.kernel - 1) + 1; }
/// Returns whether no two outputs see the same position and none sees beyond the edge: a kernel of 1, or patches.
bool is_separate(const Window& window);

// A transposed convolution has the kernel and the spectrum of the direct one.

/// Returns the spectrum of a kernel [units, channels of a group × taps], in PyTorch's layout. Without circular edges it
/// is exact when the matrix of the whole map has at most 1024 rows and columns. Throws std::invalid_argument when the
/// numbers are inconsistent, and Stopped.
OperatorSpectrum operator_spectrum(const Eigen::MatrixXd& kernel, const Window& map, const Context& context);

/// Returns min(rows, columns) of the map of whole samples, which is its number of singular values including zeros.
double map_values(int units, int fan_in, const Window& map);

/// Returns the approximate number of complex multiplications and additions of operator_spectrum().
double operator_work(int units, int fan_in, const Window& map);

}   // namespace stepzero
