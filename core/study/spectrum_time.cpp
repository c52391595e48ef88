// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/spectrum_time.h"

#include <algorithm>

#include "core/kinds/kinds.h"
#include "core/math/activation/activation.h"

namespace stepzero {

namespace {

constexpr double seconds_of_operator = 1e-9;   // per unit of operator_work()

/// Returns the shape of a layer as a map of whole samples, before pooling.
Shape whole_shape(const LayerPlan& layer)
{
    return {layer.units() * layer.window.positions_out(), layer.inputs() * layer.window.positions_in()};
}

}   // namespace

double spectrum_seconds(Shape shape)
{
    const double small = std::min(shape.rows(), shape.columns()), large = std::max(shape.rows(), shape.columns());
    return 0.25e-9 * small * small * large;
}

double spectrum_seconds(const ParameterPlan& matrix)
{
    const Shape& shape = matrix.shape;
    return spectrum_seconds(shape)
        + (matrix.window.dimensions == 0
                ? 0
                : seconds_of_operator * operator_work(shape.rows(), shape.columns(), matrix.window));
}

// A ReLU makes half of the rows zero. Without them the spectrum takes about a sixth of the time.
double jacobian_seconds(const NetworkPlan& plan)
{
    double seconds = 0;
    for (const LayerPlan& layer : plan.layers) {
        const Limits limits = ActivationFunction(layer.activation).limits();
        const bool half_dead = limits.homogeneous && limits.slope_left == 0;
        seconds += spectrum_seconds(whole_shape(layer)) * (half_dead ? 1.0 / 6 : 1);
    }
    if (plan.kind->jacobian)
        for (const BlockPlan& block : plan.blocks)
            seconds += spectrum_seconds(Shape {block.entries_out(), block.entries_in()});
    return seconds;
}

double layer_spectra_seconds(const Study& study)
{
    const NetworkPlan& plan = *study.plan;
    return spectrum_seconds(study.matrix)
        + (has_jacobian(plan, study.layer) ? spectrum_seconds(whole_shape(plan.layers[std::size_t(study.layer - 1)]))
                                           : 0);
}

double awaited_spectra_seconds(const Study& study)
{
    return (study.layer_spectra.is(Absence::not_yet) ? layer_spectra_seconds(study) : 0)
        + (study.jacobian.is(Absence::not_yet) ? jacobian_seconds(*study.plan) : 0);
}

}   // namespace stepzero
