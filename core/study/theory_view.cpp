// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/theory_view.h"

#include <cmath>
#include <numbers>

#include "core/kinds/kinds.h"
#include "core/theory/jacobian_law.h"

namespace stepzero {

namespace {

TheoryView theory_view(const Study& study, bool whole_map, TheoryCache& cache, const Context& context)
{
    const Prediction& prediction = *study.prediction;
    const LayerPlan& layer = study.plan->layers[std::size_t(study.layer - 1)];
    const std::shared_ptr<const PhaseTheory> theory = cache.theory(layer.activation, context);
    const MeanField& mean_field = theory->mean_field();

    TheoryView view;
    view.layer = study.layer;
    view.variances = {prediction.preactivation(study.layer, Quantity::weight_variance)->value,
        prediction.preactivation(study.layer, Quantity::bias_variance)->value};
    const double first = std::pow(prediction.preactivation(1, Quantity::rms)->value, 2);
    view.fixed_point = mean_field.fixed_point(view.variances, first);
    const PhaseRange range = theory->range_with(view.variances);
    // Infer the mean square of the input from the prediction of the first layer.
    const double weight = prediction.preactivation(1, Quantity::weight_variance)->value,
                 square = (first - prediction.preactivation(1, Quantity::bias_variance)->value) / weight;
    const double input = square > 0 && std::isfinite(square) ? square : 1;
    view.phase
        = whole_map ? cache.whole_map(*theory, range, input, context) : cache.quick_map(*theory, range, input, context);
    view.landmarks = landmarks(layer.window.transposed ? layer.shape() : Shape {layer.fan_in, layer.fan_in});

    const int depth = study.plan->depth();
    view.length = length_map(mean_field, view.variances, first, depth);
    const double angle = study.experiment.measure.correlation_angle / 180 * std::numbers::pi;
    const Predicted* difference = prediction.preactivation(1, Quantity::decorrelation);
    const double start = difference ? 1 - difference->value : std::cos(angle);
    if (const auto& angles = view.fixed_point.angles)
        view.correlation = correlation_map(mean_field, angles->variances, angles->q, start, depth, context);
    return view;
}

}   // namespace

void add_theory(Study& study, const TheoryPart& last, Extent extent, bool whole_map, double q, TheoryCache& cache,
    const Context& context)
{
    study.prediction = cache.prediction(study.experiment, *study.plan, extent, context);
    // A norm fixes the length, so that the maps and the phases of plain layers do not apply.
    if (!is_layered(study) || has_norms(study.plan->network) || !study.prediction->covers(study.layer))
        study.theory = Absence::impossible;
    else
        study.theory = reuse_or(last, {study.prediction, study.layer, whole_map},
            [&] { return theory_view(study, whole_map, cache, context); });
    const Activation& activation = study.plan->block(study.layer).activation;
    if (find_activation(activation.name))
        study.gains = {cache.gains(activation, q, context), {activation, q}};
    else   // a gated unit
        study.gains = Absence::impossible;
}

LawsPart spectrum_laws(const Study& study, const LawsPart& last, const Context& context)
{
    LawsKey key {study.plan.key(), study.layer, study.matrix};
    SpectrumLaws laws;
    if (last && last.key() == key)
        laws = *last;
    else if (last && last.key().experiment == key.experiment)
        laws.jacobian = last->jacobian;
    const LayerSpectra* layer = study.layer_spectra.get();
    // In Stage::theory, make all distributions that the experiment requests; else those of the available spectra.
    const Measure& asked = study.experiment.measure;
    const bool alone = study.stage == Stage::theory, layered = is_layered(study);
    if ((alone ? asked.weight_spectra : layer && !layer->weight.empty()) && !laws.weights)
        if (const auto law = singular_value_law(draw_of(study.matrix), study.matrix.shape))
            laws.weights = spectrum_law(*law);
    if (study.matrix.window.dimensions > 0 && laws.weights && !laws.whole)
        if (const auto law = operator_law(draw_of(study.matrix), study.matrix.shape, study.matrix.window))
            laws.whole = spectrum_law(*law);
    if ((alone ? asked.weight_spectra && layered : layer && !layer->jacobian.empty()) && !laws.layer_jacobian)
        laws.layer_jacobian = jacobian_law(*study.plan, *study.prediction, study.layer, study.layer, context);
    if ((alone ? asked.jacobian && layered : bool(study.jacobian)) && !laws.jacobian)
        laws.jacobian = jacobian_law(*study.plan, *study.prediction, 1, study.plan->depth(), context);
    return {std::make_shared<const SpectrumLaws>(std::move(laws)), std::move(key)};
}

}   // namespace stepzero
