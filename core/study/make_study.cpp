// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/make_study.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <future>

#include "core/activation/activation.h"
#include "core/diagnose/finding.h"
#include "core/simulate/simulate.h"
#include "core/study/block_study.h"
#include "core/study/theory_view.h"

namespace stepzero {

namespace {

using Clock = std::chrono::steady_clock;

/// Multiply-adds of one sample through the network.
double weights_of(const std::vector<LayerPlan>& plan)
{
    double sum = 0;
    for (const LayerPlan& layer : plan)
        sum += double(layer.fan_in) * layer.fan_out;
    return sum;
}

/// So many samples that forward and backward take two or three milliseconds on two cores of 2023.
int preview_samples(const std::vector<LayerPlan>& plan)
{
    constexpr double budget = 0.2e9;   // floating-point operations
    const double most = std::clamp(budget / (4 * weights_of(plan)), 8.0, 256.0);
    return 1 << int(std::log2(most));
}

double spectrum_seconds(const LayerPlan& layer) { return spectrum_seconds(Shape {layer.fan_out, layer.fan_in}); }

/// A sixth of a whole spectrum's where the dead half is left out.
double jacobian_seconds(const std::vector<LayerPlan>& plan)
{
    double seconds = 0;
    for (const LayerPlan& layer : plan) {
        const Limits limits = ActivationFunction(layer.activation).limits();
        const bool half_dead = limits.homogeneous && limits.slope_left == 0;
        seconds += spectrum_seconds(layer) * (half_dead ? 1.0 / 6 : 1);
    }
    return seconds;
}

/// The weight spectrum of the last study, when the new weights are the same noise at another scale.
std::shared_ptr<const LayerSpectra> carried_spectra(const StudyRequest& request, const Study& now)
{
    const StudyPtr& last = request.previous;
    if (!last || !last->layer_spectra || last->layer_spectra->layer != now.layer || last->layer_spectra->weight.empty()
        || last->experiment.seed != now.experiment.seed)
        return nullptr;
    const auto draw = [](const Study& study) {
        const LayerPlan& layer = study.plan[std::size_t(study.layer - 1)];
        return std::pair(
            draw_of(layer.weight, {layer.fan_out, layer.fan_in}, Role::weight), Shape {layer.fan_out, layer.fan_in});
    };
    auto [before, shape_before] = draw(*last);
    auto [after, shape_after] = draw(now);
    if (!(shape_before == shape_after) || before.shift != 0 || after.shift != 0 || before.scale == 0)
        return nullptr;
    const double ratio = std::abs(after.scale / before.scale);
    before.scale = after.scale = 1;
    if (!(before == after))
        return nullptr;
    auto spectra = std::make_shared<LayerSpectra>();
    spectra->layer = now.layer;
    spectra->weight = last->layer_spectra->weight;
    for (double& value : spectra->weight)
        value *= ratio;
    return spectra;
}

std::shared_ptr<Study> begin(const StudyRequest& request)
{
    auto study = std::make_shared<Study>();
    study->experiment = request.experiment;
    study->plan = expand(request.experiment.network);
    study->generation = request.generation;
    study->layer = std::clamp(request.focus.layer, 1, int(study->plan.size()));
    return study;
}

/// The full run after a preview, and another layer of the same experiment, have the same predictions.
std::shared_ptr<const Prediction> prediction_of(const StudyRequest& request)
{
    return request.previous && same_numbers(request.previous->experiment, request.experiment)
        ? request.previous->prediction
        : std::make_shared<const Prediction>(predict(request.experiment));
}

std::shared_ptr<const WeightView> view_of(const Study& study)
{
    const auto layer = std::size_t(study.layer - 1);
    const LayerPlan& plan = study.plan[layer];
    const Shape shape {plan.fan_out, plan.fan_in};
    return std::make_shared<const WeightView>(weight_view(
        plan.layer, draw_of(plan.weight, shape, Role::weight), shape, study.measurement->layers[layer].weight));
}

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

}   // namespace

bool same_numbers(Experiment a, const Experiment& b)
{
    a.title = b.title;
    return a == b;
}

double spectrum_seconds(Shape shape)
{
    const double small = std::min(shape.fan_in, shape.fan_out), large = std::max(shape.fan_in, shape.fan_out);
    return 0.25e-9 * small * small * large;
}

WeightView weight_view(int layer, const Draw& draw, Shape shape, const Distribution& sample)
{
    WeightView view;
    view.layer = layer;
    view.sample = sample;
    view.law = law_of(draw, shape, Role::weight);
    if (view.law.density && sample.max > sample.min) {
        // A little beyond the histogram, so that the edge of a uniform law is seen to fall.
        const double margin = 0.05 * (sample.max - sample.min);
        constexpr int points = 161;
        for (int i = 0; i < points; ++i) {
            const double x = sample.min - margin + (sample.max - sample.min + 2 * margin) * i / (points - 1);
            view.density.x.push_back(x);
            view.density.y.push_back(x < view.law.low || x > view.law.high ? 0 : view.law.density(x));
        }
    }
    if (view.law.atoms.empty())
        view.estimate = density_estimate(sample, 161);
    return view;
}

StudyPtr preview_study(const StudyRequest& request, StudyCaches& caches, const Context& context)
{
    if (architecture_of(request.experiment.network).body)
        return preview_block_study(request, caches, context);
    const Clock::time_point start = Clock::now();
    const std::shared_ptr<Study> study = begin(request);
    study->stage = Stage::preview;
    SimulateOptions options;
    options.most_samples = preview_samples(study->plan);
    // Theory does not wait for the simulation: it has a thread of its own, and leaves the pool alone.
    ThreadPool alone(1);
    const Context beside {context.stop, {}, &alone};
    std::future<void> theory = std::async(std::launch::async, [&] {
        study->prediction = prediction_of(request);
        study->theory = theory_view(*study, caches.theory, false, beside);
    });
    study->measurement
        = std::make_shared<const Measurement>(simulate(request.experiment, caches.noise, context, options));
    theory.get();
    study->weights = view_of(*study);
    const Measure& measure = request.experiment.measure;
    if (measure.weight_spectra)
        study->layer_spectra = 2 * spectrum_seconds(study->plan[std::size_t(study->layer - 1)]) < preview_seconds
            ? std::make_shared<const LayerSpectra>(
                layer_spectra(request.experiment, study->layer, caches.noise, context))
            : carried_spectra(request, *study);
    if (measure.jacobian && jacobian_seconds(study->plan) < preview_seconds)
        study->jacobian
            = std::make_shared<const LogSpectrum>(jacobian_spectrum(request.experiment, caches.noise, context));
    study->laws = spectrum_laws(*study, request.previous.get(), context);
    study->seconds = seconds_since(start);
    return study;
}

StudyPtr full_study(const StudyRequest& request, StudyCaches& caches, const Context& context)
{
    if (architecture_of(request.experiment.network).body)
        return full_block_study(request, caches, context);
    const Clock::time_point start = Clock::now();
    const std::shared_ptr<Study> study = begin(request);
    const StudyPtr& last = request.previous;
    const bool same = last && same_numbers(last->experiment, request.experiment);
    const auto show_interim = [&] {
        auto interim = std::make_shared<Study>(*study);
        interim->stage = Stage::preview;
        interim->seconds = seconds_since(start);
        request.interim(interim);
    };

    study->measurement = same && last->stage == Stage::full
        ? last->measurement
        : std::make_shared<const Measurement>(simulate(request.experiment, caches.noise, context));
    study->weights = view_of(*study);
    study->prediction = prediction_of(request);
    study->theory = theory_view(*study, caches.theory, true, context);
    if (same) {
        study->jacobian = last->jacobian;
        if (last->layer == study->layer && last->layer_spectra && !last->layer_spectra->jacobian.empty())
            study->layer_spectra = last->layer_spectra;
    }
    const Measure& measure = request.experiment.measure;
    const bool want_layer = measure.weight_spectra && !study->layer_spectra;
    const bool want_jacobian = measure.jacobian && !study->jacobian;
    const double spectra_seconds = (want_layer ? 2 * spectrum_seconds(study->plan[std::size_t(study->layer - 1)]) : 0)
        + (want_jacobian ? jacobian_seconds(study->plan) : 0);
    if (request.interim && spectra_seconds > patience_seconds)
        show_interim();
    if (want_layer)
        study->layer_spectra = std::make_shared<const LayerSpectra>(
            layer_spectra(request.experiment, study->layer, caches.noise, context));
    if (want_jacobian)
        study->jacobian
            = std::make_shared<const LogSpectrum>(jacobian_spectrum(request.experiment, caches.noise, context));
    study->laws = spectrum_laws(*study, last.get(), context);
    constexpr std::size_t deep = 500;   // layers: looking for fixes of so many takes long enough to be waited for
    if (request.interim && study->plan.size() > deep && !(same && last->findings))
        show_interim();
    study->findings = same && last->findings
        ? last->findings
        : std::make_shared<const std::vector<Finding>>(
            diagnose({study->experiment, *study->measurement, study->prediction.get()}, context));
    study->seconds = seconds_since(start);
    return study;
}

}   // namespace stepzero
