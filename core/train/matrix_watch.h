// SPDX-License-Identifier: GPL-3.0-or-later
// Tracks how training changes the matrices of a network as linear maps: largest singular values, ranks, and units that
// are nearly identical.
#pragma once

#include <utility>
#include <vector>

#include "core/train/trained_parameters.h"

namespace stepzero {

/// Properties of multiplier·W [out, in] at one step. Norms are ‖·‖₂ divided by √(out/in). Features are learned when the
/// norms of weights and changes are of order 1 at any width (Yang, Simon, Bernstein: A spectral condition for feature
/// learning. 2023). Ranks are stable ranks ‖·‖_F²/‖·‖₂², 0 for a zero matrix.
struct MatrixMove {
    float norm = 0, rank = 0;   ///< before the step
    float update_norm = 0, update_rank = 0;   ///< norm and rank of the change by this step
    float change_norm = 0, change_rank = 0;   ///< norm and rank of the change by all steps so far, including this one
    /// Distances of the two units that are nearest before the step, and of their gradients; see distance_of(). 0: they
    /// are equal. NaN for a matrix with one unit.
    float unit_distance = 0, unit_gradient_distance = 0;
};

/// Returns the names of the numbers in files, with their members.
const std::vector<std::pair<const char*, float MatrixMove::*>>& matrix_numbers();

class MatrixWatch {
public:
    /// `first` holds the parameters before the first step and must outlive the watch.
    explicit MatrixWatch(const TrainedParameters& first);

    /// Returns whether a parameter is watched, that is, whether it is a linear map.
    bool sees(std::size_t i) const;
    /// Call these before and after a step, respectively. Precondition: sees(i). Throws Stopped.
    void look_at_units(const WeightMatrix& weights, const WeightMatrix& gradient, MatrixMove& move) const;
    void look_at_change(
        std::size_t i, const WeightMatrix& before, const WeightMatrix& after, MatrixMove& move, const Context& context);

private:
    struct Vectors {
        Eigen::VectorXf weights, update, change;   ///< right singular vectors of the last step
    };

    const TrainedParameters& first_;
    std::vector<Vectors> vectors_;
};

}   // namespace stepzero
