// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/matrix_watch.h"

#include <cmath>

#include "core/base/words/nan.h"
#include "core/math/linear/spectral_norm.h"
#include "core/network/init/parameter_use.h"
#include "core/train/nearest_units.h"

namespace stepzero {

const std::vector<std::pair<const char*, float MatrixMove::*>>& matrix_numbers()
{
    static const std::vector<std::pair<const char*, float MatrixMove::*>> all {{"norm", &MatrixMove::norm},
        {"rank", &MatrixMove::rank}, {"update_norm", &MatrixMove::update_norm},
        {"update_rank", &MatrixMove::update_rank}, {"change_norm", &MatrixMove::change_norm},
        {"change_rank", &MatrixMove::change_rank}, {"unit_distance", &MatrixMove::unit_distance},
        {"unit_gradient_distance", &MatrixMove::unit_gradient_distance}};
    return all;
}

MatrixWatch::MatrixWatch(const TrainedParameters& first) : first_(first), vectors_(first.list().size()) { }

bool MatrixWatch::sees(std::size_t i) const { return is_map(first_.list()[i].plan); }

void MatrixWatch::look_at_units(const WeightMatrix& weights, const WeightMatrix& gradient, MatrixMove& move) const
{
    move.unit_distance = move.unit_gradient_distance = float(nan);
    if (weights.rows() < 2)
        return;
    const UnitPair pair = nearest_units(weights);
    move.unit_distance = float(distance_of(weights, pair));
    move.unit_gradient_distance = float(distance_of(gradient, pair));
}

void MatrixWatch::look_at_change(
    std::size_t i, const WeightMatrix& before, const WeightMatrix& after, MatrixMove& move, const Context& context)
{
    Vectors& at = vectors_[i];
    const double unit = first_.list()[i].multiplier / std::sqrt(double(before.rows()) / double(before.cols()));
    const auto measure = [&](const WeightMatrix& matrix, Eigen::VectorXf& vector, float& norm, float& rank) {
        const double largest = spectral_norm(matrix, vector, context);
        norm = float(unit * largest);
        rank = largest == 0 ? 0 : float(double(matrix.squaredNorm()) / (largest * largest));
    };
    context.parallel(3, [&](int part) {
        if (part == 0)
            measure(before, at.weights, move.norm, move.rank);
        else if (part == 1)
            measure(after - before, at.update, move.update_norm, move.update_rank);
        else
            measure(after - first_.weights(i), at.change, move.change_norm, move.change_rank);
    });
}

}   // namespace stepzero
