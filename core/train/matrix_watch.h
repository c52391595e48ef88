// SPDX-License-Identifier: GPL-3.0-or-later
// What steps do to the matrices of a network as maps: their largest singular values, ranks, and units that are alike.
#pragma once

#include <utility>
#include <vector>

#include "core/train/trained_parameters.h"

namespace stepzero {

/// Of multiplier·W [out, in] at one step. Norms are ‖·‖₂ over √(out/in): where these are of order 1 at any width, and
/// those of the changes too, features learn (Yang, Simon, Bernstein: A spectral condition for feature learning. 2023).
/// Ranks are stable ranks ‖·‖_F²/‖·‖₂², 0 of a matrix of zeros.
struct MatrixMove {
    float norm = 0, rank = 0;   ///< before the step
    float update_norm = 0, update_rank = 0;   ///< of what the step changes
    float change_norm = 0, change_rank = 0;   ///< of what all steps have changed, this one too
    /// Of the two units that are nearest before the step, and of their gradients: see distance_of(); 0: the same. NaN
    /// of a matrix of one unit.
    float unit_distance = 0, unit_gradient_distance = 0;
};

/// Their names in files, in this order.
const std::vector<std::pair<const char*, float MatrixMove::*>>& matrix_numbers();

class MatrixWatch {
public:
    /// Parameters before the first step, which must live as long.
    explicit MatrixWatch(const TrainedParameters& first);

    /// Whether a parameter is watched: one that is a map.
    bool sees(std::size_t i) const;
    /// Before a step, and behind it. Precondition: sees(i). Throws Stopped.
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
