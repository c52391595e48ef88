// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/block_study.h"

#include <algorithm>
#include <chrono>
#include <future>

#include "core/network/tokens.h"
#include "core/diagnose/finding.h"
#include "core/simulate/simulate.h"
#include "core/spectrum/singular_values.h"

namespace stepzero {

namespace {

using Clock = std::chrono::steady_clock;

/// Forward and backward of a preview, and of all variants of a comparison together, in floating-point operations.
constexpr double preview_operations = 6e9, comparison_operations = 60e9;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

/// The chosen matrix: that of the focus, or the first in the blocks.
ParameterPlan chosen_matrix(const Network& network, const Focus& focus, int block)
{
    const std::vector<ParameterPlan> plans = architecture_of(network).body->parameters(network);
    const ParameterPlan* first = nullptr;
    for (const ParameterPlan& plan : plans) {
        if (plan.kind != Role::weight || (plan.block != 0 && plan.block != block))
            continue;
        if (plan.role == focus.matrix)
            return plan;
        if (plan.block == block && !first)
            first = &plan;
    }
    return *first;
}

struct Begun {
    std::shared_ptr<Study> study;
    std::shared_ptr<BlockView> view;
};

Begun begin(const StudyRequest& request)
{
    const Network& network = request.experiment.network;
    const Body& body = *architecture_of(network).body;
    Begun b {std::make_shared<Study>(), std::make_shared<BlockView>()};
    Study& study = *b.study;
    study.experiment = request.experiment;
    study.generation = request.generation;
    study.layer = std::clamp(request.focus.layer, 1, network.depth);
    b.view->steps = body.steps;
    b.view->roles = roles_of(network);
    b.view->matrix = chosen_matrix(network, request.focus, study.layer);
    const ParameterPlan& matrix = b.view->matrix;
    for (int block = 1; block <= network.depth; ++block)
        study.plan.push_back(
            {block, matrix.shape.fan_in, matrix.shape.fan_out, network.activation, matrix.initializer, network.bias});
    auto none = std::make_shared<Prediction>();
    none->layers.resize(std::size_t(network.depth));
    study.prediction = std::move(none);
    study.blocks = b.view;
    return b;
}

BlockPrediction prediction_of(const StudyRequest& request, const Context& context)
{
    const StudyPtr& last = request.previous;
    if (last && last->blocks && same_numbers(last->experiment, request.experiment))
        return last->blocks->prediction;
    const Body& body = *architecture_of(request.experiment.network).body;
    return body.predict(request.experiment, whole_extent(request.experiment), context);
}

std::shared_ptr<const WeightView> view_of(const Study& study, StudyCaches& caches, const Context& context)
{
    const ParameterPlan& matrix = study.blocks->matrix;
    const auto& seen = study.measurement->recording->parameters;
    const auto found = seen.find(matrix.name);
    // A signal that was lost before leaves matrices that took no part.
    const Distribution sample = found != seen.end()
        ? found->second
        : ParameterSource(study.experiment.seed, 0, caches.noise).matrix(matrix, context).distribution();
    return std::make_shared<const WeightView>(weight_view(study.layer, draw_of(matrix), matrix.shape, sample));
}

std::shared_ptr<const LayerSpectra> spectra_of(const Study& study, StudyCaches& caches, const Context& context)
{
    const ParameterSource parameters(study.experiment.seed, 0, caches.noise);
    auto spectra = std::make_shared<LayerSpectra>();
    spectra->layer = study.layer;
    spectra->weight = singular_values(parameters.entries(study.blocks->matrix, context).cast<double>(), context);
    return spectra;
}

/// Those of the last study, when the matrix is the same noise at another scale.
std::shared_ptr<const LayerSpectra> carried_spectra(const StudyRequest& request, const Study& now)
{
    const StudyPtr& last = request.previous;
    if (!last || !last->blocks || !last->layer_spectra || last->experiment.seed != now.experiment.seed)
        return nullptr;
    ParameterPlan before = last->blocks->matrix, after = now.blocks->matrix;
    Draw old_draw = draw_of(before), new_draw = draw_of(after);
    before.initializer = after.initializer;
    before.factor = after.factor;
    if (!(before == after) || old_draw.shift != 0 || new_draw.shift != 0 || old_draw.scale == 0)
        return nullptr;
    const double ratio = std::abs(new_draw.scale / old_draw.scale);
    old_draw.scale = new_draw.scale = 1;
    if (!(old_draw == new_draw))
        return nullptr;
    auto spectra = std::make_shared<LayerSpectra>(*last->layer_spectra);
    spectra->layer = now.layer;
    for (double& value : spectra->weight)
        value *= ratio;
    return spectra;
}

std::shared_ptr<const SpectrumLaws> laws_of(const Study& study)
{
    auto laws = std::make_shared<SpectrumLaws>();
    const ParameterPlan& matrix = study.blocks->matrix;
    if (study.layer_spectra)
        if (const auto law = singular_value_law(draw_of(matrix), matrix.shape))
            laws->weights = spectrum_law(*law);
    return laws;
}

std::shared_ptr<const Comparison> known_comparison(const StudyRequest& request)
{
    const StudyPtr& last = request.previous;
    const auto& known = last && last->blocks ? last->blocks->comparison : nullptr;
    return known && known->name == request.focus.comparison && same_numbers(last->experiment, request.experiment)
        ? known
        : nullptr;
}

}   // namespace

StudyPtr preview_block_study(const StudyRequest& request, StudyCaches& caches, const Context& context)
{
    const Clock::time_point start = Clock::now();
    const auto [study, view] = begin(request);
    study->stage = Stage::preview;
    // Theory does not wait for the simulation: it has a thread of its own, and leaves the pool alone.
    ThreadPool alone(1);
    const Context beside {context.stop, {}, &alone};
    std::future<void> theory
        = std::async(std::launch::async, [&, &v = view] { v->prediction = prediction_of(request, beside); });
    SimulateOptions options;
    options.most_operations = preview_operations;
    study->measurement
        = std::make_shared<const Measurement>(simulate(request.experiment, caches.noise, context, options));
    theory.get();
    view->comparison = known_comparison(request);
    study->weights = view_of(*study, caches, context);
    if (request.experiment.measure.weight_spectra) {
        study->layer_spectra = carried_spectra(request, *study);
        if (!study->layer_spectra && spectrum_seconds(view->matrix.shape) < preview_seconds)
            study->layer_spectra = spectra_of(*study, caches, context);
    }
    study->laws = laws_of(*study);
    study->seconds = seconds_since(start);
    return study;
}

StudyPtr full_block_study(const StudyRequest& request, StudyCaches& caches, const Context& context)
{
    const Clock::time_point start = Clock::now();
    const auto [study, view] = begin(request);
    const StudyPtr& last = request.previous;
    const bool same = last && same_numbers(last->experiment, request.experiment);
    study->measurement = same && last->stage == Stage::full
        ? last->measurement
        : std::make_shared<const Measurement>(simulate(request.experiment, caches.noise, context));
    view->prediction = prediction_of(request, context);
    view->comparison = known_comparison(request);
    study->weights = view_of(*study, caches, context);
    if (request.experiment.measure.weight_spectra)
        study->layer_spectra = carried_spectra(request, *study);
    study->laws = laws_of(*study);

    const ComparisonKind* comparison = view->comparison ? nullptr : find_comparison(request.focus.comparison);
    if (comparison && !comparison->applies(request.experiment.network))
        comparison = nullptr;
    const bool want_spectra = request.experiment.measure.weight_spectra && !study->layer_spectra;
    if (request.interim && (comparison || (want_spectra && spectrum_seconds(view->matrix.shape) > patience_seconds))) {
        auto interim = std::make_shared<Study>(*study);
        interim->blocks = std::make_shared<const BlockView>(*view);
        interim->stage = Stage::preview;
        interim->seconds = seconds_since(start);
        request.interim(interim);
    }
    if (comparison)
        view->comparison = std::make_shared<const Comparison>(
            compare(*comparison, request.experiment, comparison_operations, caches.noise, context));
    if (want_spectra)
        study->layer_spectra = spectra_of(*study, caches, context);
    study->laws = laws_of(*study);
    study->findings = same && last->findings
        ? last->findings
        : std::make_shared<const std::vector<Finding>>(
            diagnose({study->experiment, *study->measurement, nullptr, &view->prediction}, context));
    study->seconds = seconds_since(start);
    return study;
}

}   // namespace stepzero
