// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnose/profile.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/diagnose/change.h"
#include "core/diagnose/thresholds.h"
#include "core/theory/output_ranges.h"

namespace stepzero {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
const double ln10 = std::log(10.0);

double ln_of(const Distribution& d, double number) { return d.log10_of(number) * ln10; }

/// ln(1 − cosine), from what is measured to within rounding.
double ln_difference(double difference) { return difference > 0 ? std::log(difference) : -infinity; }

/// 1 − cos of the angle.
double input_difference(double degrees)
{
    const double sine = std::sin(degrees / 360 * std::numbers::pi);
    return 2 * sine * sine;
}

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
    const auto difference = [&](const Site& site) -> std::optional<double> {
        const auto similarity = recording.scalars.find({site, Scalar::similarity});
        return similarity != recording.scalars.end() ? std::optional(ln_difference(1 - similarity->second))
                                                     : std::nullopt;
    };
    profile.ln_start_difference = difference({0, start ? "embedding_norm" : "embedding"});
    const std::string last = architecture_of(symptoms.experiment.network).body->steps.back().word + "_stream";
    for (std::size_t l = 0; l < profile.layers.size(); ++l) {
        profile.layers[l].ln_difference = difference({int(l) + 1, last});
        if (const auto heads = recording.attention.find({int(l) + 1, "attention"});
            heads != recording.attention.end() && !heads->second.empty())
            profile.layers[l].attention = mean_of(heads->second);
    }
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
    if (last.decorrelation && last.decorrelation_spread && *last.decorrelation > 0)
        profile.difference = {std::log(*last.decorrelation) - *profile.ln_start_difference,
            *last.decorrelation_spread / *last.decorrelation};
}

/// Largest over the layers. Infinite where it ends with depth: the law holds while fluctuations are small.
double spread_of(const Prediction& prediction)
{
    double largest = 0;
    for (const auto& layer : prediction.layers)
        if (layer)
            largest = std::max(largest, layer->preactivation_spread.value_or(0));
    const auto &first = prediction.layers.front(), &last = prediction.layers.back();
    const bool lawful = first && first->preactivation_spread;
    const bool ended = lawful && last && !last->preactivation_spread;
    const bool ends_backward = lawful && first->log10_gradient_rms && !first->gradient_spread;
    return ended || ends_backward ? infinity : largest;
}

/// Theory's answer for a dense network. The spread only grows with depth: that of a very deep network is looked at in
/// its first layers before the whole is worked out.
std::optional<Prediction> prediction_of(const Experiment& experiment, const InputMoments& known, const Context& context)
{
    constexpr int deep = 400, step = 4;
    const int layers = depth(experiment.network);
    for (int few = deep; few * step <= layers; few *= step) {
        context.check();
        if (spread_of(predict(first_layers(experiment, few), known)) > thresholds::spread)
            return std::nullopt;
    }
    Prediction prediction = predict(experiment, known);
    return spread_of(prediction) > thresholds::spread ? std::nullopt : std::optional(std::move(prediction));
}

/// W x + b in the last branch of a block, which reads the stream or its norm.
void add_inner(Profile& profile, const Network& network, const BlockPrediction& prediction, const Body& body)
{
    const std::string role = body.preactivation(network);
    Law weight, bias, scale;
    int fan_in = 0;
    for (const ParameterPlan& plan : body.parameters(network)) {
        if (plan.block > 1)
            break;
        const Law law = law_of(draw_of(plan), plan.shape, plan.kind);
        if (plan.block == 1 && plan.role == role)
            (plan.kind == Role::weight ? weight : bias) = law;
        if (plan.block == 1 && plan.role == role && plan.kind == Role::weight)
            fan_in = plan.shape.fan_in;
        if (plan.block == 1 && plan.role == body.steps.back().word + "_norm")
            scale = law;
    }
    const bool normed = option_word(network, "norm") != "none" && option_word(network, "norm_placement") != "post";
    const auto square = [](const Law& law) { return law.variance + law.mean * law.mean; };
    double ln_read = 2 * profile.ln_start;
    std::size_t block = 0;
    for (const StepPrediction& step : prediction.steps) {
        if (step.word == body.steps.back().word && block < profile.layers.size()) {
            const double ln_x = !normed ? ln_read
                : ln_read == -infinity
                ? -infinity
                : std::log(square(scale)) - std::log1p(option(network, "norm_epsilon") * std::exp(-ln_read));
            const double ln_z = std::log(fan_in * square(weight)) + ln_x, ln_b = std::log(square(bias));
            const double larger = std::max(ln_z, ln_b);
            profile.layers[block++].ln_inner
                = (larger == -infinity ? larger : larger + std::log1p(std::exp(std::min(ln_z, ln_b) - larger))) / 2;
        }
        ln_read = 2 * step.log10_stream_rms * ln10;
    }
}

Profile predicted_dense(const Experiment& experiment, const Asked& asked, const Context& context)
{
    Experiment bare = experiment;
    bare.measure.gradient = true;
    bare.measure.correlation = asked.differences;
    Profile profile;
    const std::optional<Prediction> prediction = prediction_of(bare, asked.known, context);
    if (!prediction)
        return profile;
    const std::vector<LayerPlan> plan = expand(experiment.network);
    const std::vector<double> unit = unit_saturations(plan);
    const InputMoments input = input_moments(experiment.input).value_or(asked.known);
    profile.ln_start = std::log(input.mean_square) / 2;
    if (asked.differences)
        profile.ln_start_difference = std::log(input_difference(experiment.measure.correlation_angle));
    for (std::size_t l = 0; l < plan.size() && prediction->layers[l]; ++l) {
        const LayerPrediction& p = *prediction->layers[l];
        LayerProfile layer {.ln_signal = p.log10_preactivation_rms * ln10,
            .ln_output = p.log10_activation_rms * ln10,
            .ln_output_std = p.log10_activation_std * ln10,
            .saturated = p.saturated_fraction - unit[l],
            .dead = p.zero_fraction > thresholds::zeros ? p.zero_fraction : 0};
        if (p.log10_gradient_rms)
            layer.ln_gradient = *p.log10_gradient_rms * ln10 + std::log(double(plan[l].fan_out)) / 2;
        if (p.decorrelation)
            layer.ln_difference = ln_difference(*p.decorrelation);
        profile.layers.push_back(layer);
    }
    profile.spread = spread_of(*prediction);
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
        if (!dense)
            layer.ln_inner = ln_of(measured.preactivation, measured.preactivation.rms);
        if (measured.decorrelation)
            layer.ln_difference = ln_difference(*measured.decorrelation);
        profile.layers.push_back(layer);
    }
    if (m.recording)
        add_blocks(profile, symptoms);
    if (dense) {
        profile.ln_start_difference = std::log(input_difference(symptoms.experiment.measure.correlation_angle));
        add_expectations(profile, *symptoms.prediction, plan);
    }
    return profile;
}

Profile profile_of(const BlockPrediction& prediction, const Body& body)
{
    Profile profile;
    profile.ln_start = prediction.log10_input_rms * ln10;
    if (prediction.input_similarity)
        profile.ln_start_difference = ln_difference(1 - *prediction.input_similarity);
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
        if (step.similarity)
            layer.ln_difference = ln_difference(1 - *step.similarity);
        profile.layers.push_back(layer);
    }
    if (prediction.head) {
        profile.logit_std = std::sqrt(prediction.head->logit_variance);
        profile.cross_entropy = prediction.head->cross_entropy;
    }
    return profile;
}

Profile predicted_profile(const Experiment& experiment, const Asked& asked, const Context& context)
{
    const Body* body = architecture_of(experiment.network).body;
    context.check();
    if (!body)
        return predicted_dense(experiment, asked, context);
    const BlockPrediction prediction = body->predict(experiment, asked.extent, context);
    Profile profile = profile_of(prediction, *body);
    add_inner(profile, experiment.network, prediction, *body);
    return profile;
}

}   // namespace stepzero
