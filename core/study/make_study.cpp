// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/make_study.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <future>

#include "core/checkpoint/weights/given_weights.h"
#include "core/diagnose/steps.h"
#include "core/diagnose/verdict.h"
#include "core/kinds/tokens.h"
#include "core/math/activation/activation.h"
#include "core/modules/spectrum/singular_values.h"
#include "core/network/init/parameter.h"
#include "core/study/comparison.h"
#include "core/study/memory_view.h"
#include "core/study/theory_view.h"

namespace stepzero {

namespace {

using Clock = std::chrono::steady_clock;

/// Forward and backward of a preview, and of all variants of a comparison together, in floating-point operations.
constexpr double preview_operations = 6e9, comparison_operations = 60e9;

/// So many samples of a network of dense layers that forward and backward take two or three milliseconds on two cores
/// of 2023; of others, what takes a tenth of a second.
Extent preview_of(const Experiment& experiment, const NetworkPlan& plan)
{
    const Extent whole = whole_extent(experiment);
    if (!plan.kind->layered || plan.kind->kernels)
        return preview_extent(experiment, plan, whole, preview_operations);
    constexpr double budget = 0.2e9;   // floating-point operations
    double weights = 0;
    for (const LayerPlan& layer : plan.layers)
        weights += double(layer.fan_in) * layer.units();
    const double most = std::clamp(budget / (4 * weights), 8.0, 256.0);
    return {std::min(1 << int(std::log2(most)), whole.samples), 1};
}

constexpr double seconds_of_operator = 1e-9;   // a unit of operator_work()

/// Of a layer as the map of a whole sample, before a pooling.
Shape whole_shape(const LayerPlan& layer)
{
    return {layer.units() * layer.window.positions_out(), layer.inputs() * layer.window.positions_in()};
}

/// Of the chosen matrix, and of a plain layer's Jacobian.
double matrix_seconds(const Study& study)
{
    const NetworkPlan& plan = *study.plan;
    return spectrum_seconds(study.matrix)
        + (has_jacobian(plan, study.layer) ? spectrum_seconds(whole_shape(plan.layers[std::size_t(study.layer - 1)]))
                                           : 0);
}

/// The matrix of the focus, or the first in the block; of experts the first of its role, unless one is named.
void choose_matrix(Study& study, const Focus& focus)
{
    const NetworkPlan& plan = *study.plan;
    const int block = study.layer;
    const ParameterPlan *first = nullptr, *found = nullptr;
    for (const auto* parameters : {&plan.before, &plan.block(block).parameters, &plan.after})
        for (const ParameterPlan& parameter : *parameters) {
            if (parameter.kind != Role::weight)
                continue;
            const bool named
                = parameter.expert > 0 && focus.matrix == parameter.role + "." + std::to_string(parameter.expert);
            if (!found && (parameter.role == focus.matrix || named)) {
                found = &parameter;
                study.one_expert = named;
            }
            if (parameter.block == block && !first)
                first = &parameter;
        }
    // Where blocks have none of their own they share those before them, and the one that stands for the weights is
    // first.
    for (const ParameterPlan& parameter : plan.before)
        if (!first && parameter.role == plan.reading.weight)
            first = &parameter;
    study.matrix = found ? *found : *first;
}

/// The spectrum of the last study's matrix, when it is the same noise at another scale.
std::shared_ptr<const LayerSpectra> carried_spectra(const StudyRequest& request, const Study& now)
{
    const StudyPtr& last = request.previous;
    if (!last || !last->layer_spectra || last->layer_spectra->layer != last->layer
        || last->layer_spectra->weight.empty() || now.plan->given || last->plan->given
        || last->experiment.seed != now.experiment.seed)
        return nullptr;
    ParameterPlan before = last->matrix;
    const ParameterPlan& after = now.matrix;
    Draw old_draw = draw_of(before), new_draw = draw_of(after);
    before.initializer = after.initializer;
    before.factor = after.factor;
    if (!(before == after) || old_draw.shift != 0 || new_draw.shift != 0 || old_draw.scale == 0)
        return nullptr;
    const double ratio = std::abs(new_draw.scale / old_draw.scale);
    old_draw.scale = new_draw.scale = 1;
    if (!(old_draw == new_draw))
        return nullptr;
    auto spectra = std::make_shared<LayerSpectra>();
    spectra->layer = now.layer;
    spectra->weight = last->layer_spectra->weight;
    spectra->whole = last->layer_spectra->whole;
    for (std::vector<double>* values : {&spectra->weight, &spectra->whole.values})
        for (double& value : *values)
            value *= ratio;
    return spectra;
}

std::shared_ptr<const LayerSpectra> spectra_of(const Study& study, StudyCaches& caches, const Context& context)
{
    if (study.plan->kind->layered)
        return std::make_shared<const LayerSpectra>(
            layer_spectra(study.experiment, *study.plan, study.layer, caches.noise, context));
    const NetworkParameters parameters(*study.plan, study.experiment.seed, 0, caches.noise);
    auto spectra = std::make_shared<LayerSpectra>(matrix_spectra(study.matrix, parameters, context));
    spectra->layer = study.layer;
    return spectra;
}

std::shared_ptr<const LogSpectrum> jacobian_of(const Study& study, StudyCaches& caches, const Context& context)
{
    return std::make_shared<const LogSpectrum>(jacobian_spectrum(study.experiment, *study.plan, caches.noise, context));
}

/// The full run after a preview, another layer of the same experiment, and other training of the same network.
bool is_same(const StudyRequest& request)
{
    return request.previous && same_at_step_0(request.previous->experiment, request.experiment);
}

/// What is of a later step is of no use to another study.
StudyRequest from_start(StudyRequest request)
{
    if (request.previous && request.previous->start)
        request.previous = request.previous->start;
    return request;
}

/// Of which findings speak.
Selection adapters_of(const Experiment& experiment)
{
    return experiment.train ? experiment.train->adapters : Training().adapters;
}

/// That of the last study, if it is the one that is asked for.
void take_known_training(Study& study, const StudyRequest& request)
{
    const StudyPtr& last = request.previous;
    if (!last || !same_numbers(last->experiment, request.experiment))
        return;
    study.training = last->training;
    study.step_findings = last->step_findings;
}

void train(
    Study& study, const std::function<void(const TrainingRun&)>& so_far, StudyCaches& caches, const Context& context)
{
    study.training = std::make_shared<const TrainingRun>(
        run_training(study.experiment, *study.plan, caches.noise, context, so_far));
    study.step_findings = std::make_shared<const std::vector<Finding>>(
        diagnose_steps(study.experiment, *study.plan, *study.training, caches.noise, context));
}

std::shared_ptr<Study> begin(const StudyRequest& request, const Context& context)
{
    auto study = std::make_shared<Study>();
    study->experiment = request.experiment;
    study->plan = plan_for(request, context);
    study->generation = request.generation;
    study->layer = std::clamp(request.focus.layer, 1, study->plan->depth());
    choose_matrix(*study, request.focus);
    return study;
}

std::shared_ptr<const WeightView> view_of(const Study& study, StudyCaches& caches, const Context& context)
{
    const ParameterPlan& matrix = study.matrix;
    const Law law = law_of(draw_of(matrix), matrix.shape, matrix.kind);
    if (study.stage == Stage::theory)
        return std::make_shared<const WeightView>(weight_view(study.layer, law, {}));
    const Distribution* seen = study.one_expert ? nullptr : study.measurement->block(matrix.block).weight(matrix.role);
    // A signal that was lost before leaves matrices that took no part.
    return std::make_shared<const WeightView>(weight_view(study.layer, law,
        seen ? *seen
             : NetworkParameters(*study.plan, study.experiment.seed, 0, caches.noise)
                   .matrix(matrix, context)
                   .distribution()));
}

/// That of the last study, if it is the one that is asked for.
std::shared_ptr<const Comparison> known_comparison(const StudyRequest& request)
{
    const auto known = is_same(request) ? request.previous->comparison : nullptr;
    return known && known->name == request.focus.comparison ? known : nullptr;
}

constexpr int deep = 500;   // blocks: looking for fixes of so many takes long enough to be waited for

/// Deep networks are judged by theory alone until they are diagnosed.
void judge(Study& study, const Context& context)
{
    const bool measured = study.measurement->samples > 0 && (study.findings || study.plan->depth() <= deep);
    study.verdict = std::make_shared<const Verdict>(
        verdict({study.experiment, *study.plan, *study.prediction, measured ? study.measurement.get() : nullptr,
                    study.findings.get()},
            context));
}

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

/// What is there already, while theory is being computed.
StudyPtr without_theory(const Study& study, Clock::time_point start, const Context& context)
{
    auto now = std::make_shared<Study>(study);
    Prediction none {
        .reading = study.plan->reading, .blocks = std::vector<BlockPrediction>(std::size_t(study.plan->depth()) + 1)};
    none.remark = tr("the theory of this network is being computed");
    now->prediction = std::make_shared<const Prediction>(std::move(none));
    now->laws = std::make_shared<const SpectrumLaws>();
    judge(*now, context);
    now->seconds = seconds_since(start);
    return now;
}

}   // namespace

std::shared_ptr<const NetworkPlan> plan_for(const StudyRequest& request, const Context& context)
{
    return request.plan    ? request.plan
        : is_same(request) ? request.previous->plan
                           : std::make_shared<const NetworkPlan>(plan_of(request.experiment, context));
}

bool is_layered(const Study& study) { return study.plan->kind->layered; }

double spectrum_seconds(const ParameterPlan& matrix)
{
    const Shape& shape = matrix.shape;
    return spectrum_seconds(shape)
        + (matrix.window.dimensions == 0
                ? 0
                : seconds_of_operator * operator_work(shape.rows(), shape.columns(), matrix.window));
}

double spectrum_seconds(Shape shape)
{
    const double small = std::min(shape.rows(), shape.columns()), large = std::max(shape.rows(), shape.columns());
    return 0.25e-9 * small * small * large;
}

// A sixth of a whole spectrum's where the dead half is left out.
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

namespace {

/// With a 0 at either end of a curve that ends above: an upright line is drawn there.
Curve with_walls(Curve curve)
{
    if (curve.x.empty())
        return curve;
    if (curve.y.front() > 0) {
        curve.x.insert(curve.x.begin(), curve.x.front());
        curve.y.insert(curve.y.begin(), 0);
    }
    if (curve.y.back() > 0) {
        curve.x.push_back(curve.x.back());
        curve.y.push_back(0);
    }
    return curve;
}

}   // namespace

WeightView weight_view(int layer, Law law, const Distribution& sample)
{
    WeightView view;
    view.layer = layer;
    view.sample = sample;
    view.law = std::move(law);
    constexpr double sigmas = 4.5;   // one entry of 150000 of a normal law lies beyond
    const double std = std::sqrt(view.law.variance);
    const double low = sample.count > 0 ? sample.min : std::max(view.law.low, view.law.mean - sigmas * std);
    const double high = sample.count > 0 ? sample.max : std::min(view.law.high, view.law.mean + sigmas * std);
    if (view.law.density && high > low) {
        // A little beyond the histogram, as far as the law goes: where it ends it falls upright.
        const double margin = 0.05 * (high - low);
        const double from = std::max(low - margin, view.law.low), to = std::min(high + margin, view.law.high);
        constexpr int points = 161;
        for (int i = 0; i < points && from < to; ++i) {
            const double x = i == points - 1 ? to : from + (to - from) * i / (points - 1);
            const double y = view.law.density(x);
            if (!std::isfinite(y))   // at a pole
                continue;
            view.density.x.push_back(x);
            view.density.y.push_back(y);
        }
        view.density = with_walls(std::move(view.density));
    }
    if (view.law.atoms.empty() && sample.count > 0)
        view.estimate = with_walls(density_estimate(sample, 161));
    return view;
}

StudyPtr theory_study(const StudyRequest& asked, StudyCaches& caches, const Context& context)
{
    const StudyRequest request = from_start(asked);
    const Clock::time_point start = Clock::now();
    const std::shared_ptr<Study> study = begin(request, context);
    study->stage = Stage::theory;
    study->measurement = std::make_shared<const Measurement>(Measurement {.samples = 0,
        .input = {},
        .reading = study->plan->reading,
        .record = Record(std::size_t(study->plan->depth()) + 1),
        .spread = {},
        .remarks = {}});
    study->weights = view_of(*study, caches, context);
    study->memory = memory_view(*study, caches.noise, context);
    if (request.interim && study->plan->depth() > deep)
        request.interim(without_theory(*study, start, context));
    study->prediction
        = caches.theory.prediction(request.experiment, *study->plan, whole_extent(request.experiment), context);
    study->theory = theory_view(*study, caches.theory, false, context);
    study->laws = spectrum_laws(*study, request.previous.get(), context);
    judge(*study, context);
    study->seconds = seconds_since(start);
    return study;
}

StudyPtr preview_study(const StudyRequest& asked, StudyCaches& caches, const Context& context)
{
    const StudyRequest request = from_start(asked);
    const Clock::time_point start = Clock::now();
    const std::shared_ptr<Study> study = begin(request, context);
    study->stage = Stage::preview;
    SimulateOptions options;
    options.extent = preview_of(request.experiment, *study->plan);
    options.memory_limit = request.memory_limit;
    // Theory does not wait for the simulation: it has a thread of its own, where one can be had, and leaves the pool
    // alone.
    ThreadPool alone(1);
    const Context beside {context.stop, {}, &alone};
    std::future<Study> theory = std::async([&, own = *study]() mutable {
        own.prediction = caches.theory.prediction(own.experiment, *own.plan, *options.extent, beside);
        own.theory = theory_view(own, caches.theory, false, beside);
        return own;
    });
    study->measurement = std::make_shared<const Measurement>(
        simulate(request.experiment, *study->plan, caches.noise, context, options));
    study->comparison = known_comparison(request);
    take_known_training(*study, request);
    study->weights = view_of(*study, caches, context);
    study->memory = memory_view(*study, caches.noise, context);
    const Measure& measure = request.experiment.measure;
    if (measure.weight_spectra)
        study->layer_spectra = matrix_seconds(*study) < preview_seconds ? spectra_of(*study, caches, context)
                                                                        : carried_spectra(request, *study);
    if (measure.jacobian && has_jacobian(*study->plan) && jacobian_seconds(*study->plan) < preview_seconds)
        study->jacobian = jacobian_of(*study, caches, context);
    const bool late = request.interim
        && theory.wait_for(std::chrono::duration<double>(patience_seconds)) == std::future_status::timeout;
    if (late)
        request.interim(without_theory(*study, start, context));
    const Study known = theory.get();
    study->prediction = known.prediction;
    study->theory = known.theory;
    study->laws = spectrum_laws(*study, request.previous.get(), context);
    judge(*study, context);
    study->seconds = seconds_since(start);
    return study;
}

namespace {

StudyPtr study_of_start(const StudyRequest& request, StudyCaches& caches, const Context& context)
{
    const Clock::time_point start = Clock::now();
    const std::shared_ptr<Study> study = begin(request, context);
    const StudyPtr& last = request.previous;
    const bool same = is_same(request);
    const auto show = [&](Study interim) {
        interim.stage = Stage::preview;
        interim.seconds = seconds_since(start);
        request.interim(std::make_shared<const Study>(std::move(interim)));
    };
    const auto show_interim = [&] {
        Study interim = *study;
        judge(interim, context);
        show(std::move(interim));
    };

    study->measurement = same && last->stage == Stage::full
        ? last->measurement
        : std::make_shared<const Measurement>(simulate(request.experiment, *study->plan, caches.noise, context,
            {.extent = {}, .memory_limit = request.memory_limit}));
    study->prediction
        = caches.theory.prediction(request.experiment, *study->plan, whole_extent(request.experiment), context);
    study->comparison = known_comparison(request);
    take_known_training(*study, request);
    study->weights = view_of(*study, caches, context);
    study->memory = memory_view(*study, caches.noise, context);
    study->theory = theory_view(*study, caches.theory, true, context);
    const Measure& measure = request.experiment.measure;
    const bool layered = is_layered(*study);
    if (same) {
        study->jacobian = last->jacobian;
        if (last->layer == study->layer && last->matrix == study->matrix && last->layer_spectra
            && (!has_jacobian(*study->plan, study->layer) || !last->layer_spectra->jacobian.empty()))
            study->layer_spectra = last->layer_spectra;
    }
    if (measure.weight_spectra && !layered && !study->layer_spectra)
        study->layer_spectra = carried_spectra(request, *study);
    study->laws = spectrum_laws(*study, last.get(), context);

    const ComparisonKind* comparison = study->comparison ? nullptr : find_comparison(request.focus.comparison);
    if (comparison && !applies(*comparison, request.experiment.network))
        comparison = nullptr;
    const bool want_layer = measure.weight_spectra && !study->layer_spectra;
    const bool want_jacobian = measure.jacobian && has_jacobian(*study->plan) && !study->jacobian;
    const double spectra_seconds
        = (want_layer ? matrix_seconds(*study) : 0) + (want_jacobian ? jacobian_seconds(*study->plan) : 0);
    if (request.interim && (comparison || spectra_seconds > patience_seconds))
        show_interim();
    if (comparison)
        study->comparison = std::make_shared<const Comparison>(
            compare(*comparison, request.experiment, comparison_operations, caches.noise, context));
    if (want_layer)
        study->layer_spectra = spectra_of(*study, caches, context);
    if (want_jacobian)
        study->jacobian = jacobian_of(*study, caches, context);
    study->laws = spectrum_laws(*study, last.get(), context);
    if (request.interim && study->plan->depth() > deep && !(same && last->first_findings))
        show_interim();
    study->first_findings
        = same && last->first_findings && adapters_of(last->experiment) == adapters_of(request.experiment)
        ? last->first_findings
        : std::make_shared<const std::vector<Finding>>(
            diagnose({study->experiment, *study->plan, *study->measurement, *study->prediction, study->jacobian.get()},
                context));
    const auto tell_findings = [&] {
        const auto &first = study->first_findings, &steps = study->step_findings;
        const bool known = last && last->findings && last->first_findings == first && last->step_findings == steps;
        study->findings = known        ? last->findings
            : !steps || steps->empty() ? first
                                       : std::make_shared<const std::vector<Finding>>(merged(*first, *steps));
        judge(*study, context);
    };
    tell_findings();
    if (request.experiment.train && !study->training) {
        std::function<void(const TrainingRun&)> show_steps;
        if (request.interim) {
            show(*study);   // judged already
            show_steps = [&](const TrainingRun& so_far) {
                Study interim = *study;
                interim.training = std::make_shared<const TrainingRun>(so_far);
                show(std::move(interim));
            };
        }
        train(*study, show_steps, caches, context);
        tell_findings();
    }
    study->seconds = seconds_since(start);
    return study;
}

StudyPtr study_behind(const KeptStep& kept, const StudyPtr& start, const StudyRequest& request, StudyCaches& caches,
    const Context& context)
{
    const Clock::time_point begun = Clock::now();
    Study study = *start;
    study.start = start;
    study.step = kept.step;
    study.plan = std::make_shared<const NetworkPlan>(plan_behind(*start->plan, kept, context));
    study.experiment.replicas = 1;   // one network was trained
    study.measurement = std::make_shared<const Measurement>(simulate(
        study.experiment, *study.plan, caches.noise, context, {.extent = {}, .memory_limit = request.memory_limit}));
    study.weights = view_of(study, caches, context);
    study.memory = memory_view(study, caches.noise, context);
    const bool layer = bool(start->layer_spectra), jacobian = bool(start->jacobian);
    study.layer_spectra = nullptr;
    study.jacobian = nullptr;
    const auto finish = [&](Stage stage) {
        auto done = std::make_shared<Study>(study);
        done->stage = stage;
        done->experiment = start->experiment;
        done->plan = start->plan;
        done->seconds = seconds_since(begun);
        return done;
    };
    if (request.interim
        && (layer ? matrix_seconds(study) : 0) + (jacobian ? jacobian_seconds(*study.plan) : 0) > patience_seconds)
        request.interim(finish(Stage::preview));
    if (layer)
        study.layer_spectra = spectra_of(study, caches, context);
    if (jacobian)
        study.jacobian = jacobian_of(study, caches, context);
    return finish(Stage::full);
}

/// The last one that was kept up to a step; none where that is step 0.
const KeptStep* kept_at(const TrainingRun& run, int step)
{
    const KeptStep* found = nullptr;
    for (const KeptStep& kept : run.kept)
        if (kept.step <= step)
            found = &kept;
    return found && found->step > 0 ? found : nullptr;
}

}   // namespace

StudyPtr full_study(const StudyRequest& request, StudyCaches& caches, const Context& context)
{
    const StudyPtr start = study_of_start(from_start(request), caches, context);
    const KeptStep* kept = start->training ? kept_at(*start->training, request.focus.step) : nullptr;
    return kept ? study_behind(*kept, start, request, caches, context) : start;
}

std::vector<StudyPtr> full_studies(
    const std::vector<std::pair<Experiment, Focus>>& all, StudyCaches& caches, const Context& context)
{
    std::vector<StudyPtr> studies;
    const double share = 1.0 / double(all.size());
    for (const auto& [experiment, focus] : all) {
        const Context own = context.part(share * double(studies.size()), share);
        const StudyPtr before = studies.empty() ? nullptr : studies.back();
        studies.push_back(full_study({experiment, studies.size() + 1, focus, before, {}}, caches, own));
    }
    return studies;
}

}   // namespace stepzero
