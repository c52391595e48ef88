// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnose/profile.h"

#include <algorithm>
#include <cmath>

#include "core/diagnose/thresholds.h"
#include "core/theory/output_ranges.h"

namespace stepzero {

namespace {

const double ln10 = std::log(10.0);

double ln_of(const Distribution& d, double number) { return d.log10_of(number) * ln10; }

double unit_saturation(const Activation& activation)
{
    return OutputRanges(ActivationFunction(activation)).saturated_fraction(0, 1);
}

/// Of every layer; asked for once per activation.
std::vector<double> unit_saturations(const std::vector<LayerPlan>& plan)
{
    std::vector<double> shares;
    for (std::size_t l = 0; l < plan.size(); ++l)
        shares.push_back(l > 0 && plan[l].activation == plan[l - 1].activation ? shares.back()
                                                                               : unit_saturation(plan[l].activation));
    return shares;
}

AttentionProfile mean_of(const std::vector<AttentionHead>& heads)
{
    AttentionProfile mean;
    for (const AttentionHead& head : heads) {
        mean.spread += head.logit_spread / double(heads.size());
        mean.entropy += head.entropy / double(heads.size());
        mean.log_visible += head.log_visible / double(heads.size());
    }
    return mean;
}

const Distribution* find(const std::map<Site, Distribution>& all, const Site& site)
{
    const auto found = all.find(site);
    return found == all.end() ? nullptr : &found->second;
}

void add_blocks(Profile& profile, const Symptoms& symptoms)
{
    const Recording& recording = *symptoms.measurement.recording;
    const Distribution* start = find(recording.values, {0, "embedding_norm"});
    profile.ln_start
        = start ? ln_of(*start, start->rms) : ln_of(symptoms.measurement.input, symptoms.measurement.input.rms);
    for (std::size_t l = 0; l < profile.layers.size(); ++l)
        if (const auto heads = recording.attention.find({int(l) + 1, "attention"});
            heads != recording.attention.end() && !heads->second.empty())
            profile.layers[l].attention = mean_of(heads->second);
    if (const Distribution* logits = find(recording.values, {0, "logits"}))
        profile.logit_std = logits->plain(logits->std);
    if (const auto found = recording.scalars.find({{0, "logits"}, Scalar::cross_entropy});
        found != recording.scalars.end())
        profile.cross_entropy = found->second;
}

/// Where theory has a law of the spread.
void add_expectations(Profile& profile, const Prediction& prediction, const std::vector<LayerPlan>& plan)
{
    if (prediction.layers.empty() || !prediction.layers.front() || !prediction.layers.back())
        return;
    const LayerPrediction &first = *prediction.layers.front(), &last = *prediction.layers.back();
    if (last.preactivation_spread) {
        const double drift = (last.log10_preactivation_rms - first.log10_preactivation_rms) * ln10;
        profile.signal = {drift, *last.preactivation_spread};
        profile.spread = *last.preactivation_spread;
    }
    if (first.gradient_spread && last.log10_gradient_rms) {
        const double units = std::log(double(plan.front().fan_out) / plan.back().fan_out) / 2;
        const double drift = (*first.log10_gradient_rms - *last.log10_gradient_rms) * ln10 + units;
        profile.gradient = {drift, *first.gradient_spread};
    }
}

Profile predicted_dense(const Experiment& experiment, const InputMoments& known)
{
    Experiment bare = experiment;
    bare.measure.gradient = true;
    bare.measure.correlation = false;
    const std::vector<LayerPlan> plan = expand(experiment.network);
    const std::vector<double> unit = unit_saturations(plan);
    const Prediction prediction = predict(bare, known);
    Profile profile;
    const InputMoments input = input_moments(experiment.input).value_or(known);
    profile.ln_start = std::log(input.mean_square) / 2;
    for (std::size_t l = 0; l < plan.size() && prediction.layers[l]; ++l) {
        const LayerPrediction& p = *prediction.layers[l];
        LayerProfile layer {.ln_signal = p.log10_preactivation_rms * ln10,
            .ln_output = p.log10_activation_rms * ln10,
            .ln_output_std = p.log10_activation_std * ln10,
            .saturated = p.saturated_fraction - unit[l],
            .dead = p.zero_fraction > thresholds::zeros ? p.zero_fraction : 0};
        if (p.log10_gradient_rms)
            layer.ln_gradient = *p.log10_gradient_rms * ln10 + std::log(double(plan[l].fan_out)) / 2;
        profile.layers.push_back(layer);
        profile.spread = std::max(profile.spread, p.preactivation_spread.value_or(0));
    }
    return profile;
}

Profile predicted_blocks(const Experiment& experiment, const Body& body, Extent extent, const Context& context)
{
    const BlockPrediction prediction = body.predict(experiment, extent, context);
    Profile profile;
    profile.ln_start = prediction.log10_input_rms * ln10;
    std::optional<AttentionProfile> attention;
    for (const StepPrediction& step : prediction.steps) {
        if (step.attention)
            attention = {step.attention->logit_spread, step.attention->entropy, step.attention->log_visible};
        if (step.word != body.steps.back().word)
            continue;
        LayerProfile layer;
        layer.ln_signal = layer.ln_output = layer.ln_output_std = step.log10_stream_rms * ln10;
        if (step.log10_stream_gradient_rms)
            layer.ln_gradient = *step.log10_stream_gradient_rms * ln10;
        layer.attention = attention;
        profile.layers.push_back(layer);
    }
    if (prediction.head) {
        profile.logit_std = std::sqrt(prediction.head->logit_variance);
        profile.cross_entropy = prediction.head->cross_entropy;
    }
    return profile;
}

}   // namespace

Profile measured_profile(const Symptoms& symptoms, const std::vector<LayerPlan>& plan)
{
    const Measurement& m = symptoms.measurement;
    const bool dense = plan.size() == m.layers.size();
    const std::vector<double> unit = unit_saturations(plan);
    Profile profile;
    profile.ln_start = ln_of(m.input, m.input.rms);
    for (std::size_t l = 0; l < m.layers.size(); ++l) {
        const LayerMeasurement& measured = m.layers[l];
        const Distribution& signal = dense ? measured.preactivation : measured.output;
        LayerProfile layer {.ln_signal = ln_of(signal, signal.rms),
            .ln_output = ln_of(measured.output, measured.output.rms),
            .ln_output_std = ln_of(measured.output, measured.output.std),
            .saturated = dense ? measured.saturated_fraction - unit[l] : 0,
            .dead = measured.dead_fraction};
        if (measured.gradient)
            layer.ln_gradient = ln_of(*measured.gradient, measured.gradient->rms)
                + (dense ? std::log(double(plan[l].fan_out)) / 2 : 0);
        profile.layers.push_back(layer);
    }
    if (m.recording)
        add_blocks(profile, symptoms);
    if (dense)
        add_expectations(profile, symptoms.prediction, plan);
    return profile;
}

Profile predicted_profile(
    const Experiment& experiment, const InputMoments& known, Extent extent, const Context& context)
{
    const Body* body = architecture_of(experiment.network).body;
    context.check();
    return body ? predicted_blocks(experiment, *body, extent, context) : predicted_dense(experiment, known);
}

}   // namespace stepzero
