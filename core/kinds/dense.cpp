// SPDX-License-Identifier: GPL-3.0-or-later
// Dense networks: layers z = W x + b, x = φ(z), each with a scheme and an activation of its own.
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/input/input.h"
#include "core/kinds/kinds.h"
#include "core/modules/dense.h"
#include "core/modules/transformer.h"

namespace stepzero {

namespace {

const char *const preactivation = "preactivation", *const output = "activation_output";

NetworkPlan plan(const Network& network)
{
    NetworkPlan plan;
    plan.network = network;
    plan.kind = &dense_kind();
    plan.layers = expand(network);
    plan.blocks.reserve(plan.layers.size());
    for (const LayerPlan& layer : plan.layers) {
        const std::string name = "layers." + std::to_string(layer.layer);
        const Shape shape {layer.fan_out, layer.fan_in};
        const auto stream = std::uint32_t(layer.layer);
        plan.blocks.push_back({.block = layer.layer,
            .fan_in = layer.fan_in,
            .fan_out = layer.fan_out,
            .activation = layer.activation,
            .parameters = {{name + ".weight", "weight", layer.layer, shape, layer.weight, Role::weight, 1, stream},
                {name + ".bias", "weight", layer.layer, shape, layer.bias, Role::bias, 1, stream}}});
    }
    plan.reading = {.preactivation = preactivation,
        .output = output,
        .gradient = preactivation,
        .weight = "weight",
        .start = "input"};
    return plan;
}

double rms_of(const Signal& signal)
{
    const Moments& m = signal.moments;
    return std::sqrt(m.m2 / m.count + m.mean * m.mean) * power_of_two(signal.exponent);
}

/// Layers behind it have their weights all the same.
void name_lost_signal(const NotFinite& lost, const NetworkPlan& plan, const ParameterSource& parameters,
    const Context& context, Seen& seen)
{
    seen.remarks.push_back({lost.site.block,
        std::string("the signal ") + (lost.below ? "underflows" : "overflows") + " at layer "
            + std::to_string(lost.site.block) + ": it is beyond ten to the " + (lost.below ? "minus " : "")
            + "300000, and layers after it are not followed"});
    if (!lost.gradient)
        for (BlockRecord& block : seen.record)
            for (SiteRecord& site : block.sites)
                site.gradient.reset();
    Distribution nothing;
    if (!lost.below)
        nothing.mean = nothing.std = nothing.rms = nothing.min = nothing.max = std::numeric_limits<double>::infinity();
    for (const char* const role : {preactivation, output})
        if (SiteRecord& site = seen.record[std::size_t(lost.site.block)].at(role); !site.value)
            site.value = nothing;
    for (int layer = lost.site.block + 1; layer <= plan.depth(); ++layer) {
        const ParameterPlan& weight = *plan.block(layer).find("weight");
        BlockRecord& record = seen.record[std::size_t(layer)];
        if (!record.weight(weight.role))   // an earlier part of the batch may have come farther
            record.weights.emplace_back(weight.role, parameters.matrix(weight, context).distribution());
        for (const char* const role : {preactivation, output})
            record.at(role).value = nothing;
    }
}

/// Numbers that one sample takes: every z is kept for the backward pass, and two batches go forward and two back.
double numbers_of_a_sample(const Experiment& experiment)
{
    double all = 0, widest = width_of_layer(experiment.network, 0);
    for (int l = 1; l <= depth(experiment.network); ++l) {
        const double width = width_of_layer(experiment.network, l);
        all += width;
        widest = std::max(widest, width);
    }
    return (experiment.measure.gradient ? all : widest) + 4 * widest;
}

double weights_of(const Network& network)
{
    double weights = 0;
    for (int l = 1; l <= depth(network); ++l)
        weights += double(width_of_layer(network, l - 1)) * width_of_layer(network, l);
    return weights;
}

/// Large batches go through in parts of equal size, so that memory does not grow with them: 512 MB of signals at a
/// time, but never so few samples that drawing the weights of every part again would take long.
int samples_of_a_part(const Experiment& experiment, int samples)
{
    constexpr double most_numbers = 128e6, most_kept_weights = 256e6;
    const double fewest = weights_of(experiment.network) > most_kept_weights ? 2048 : 256;
    const double most = std::max(fewest, most_numbers / numbers_of_a_sample(experiment));
    constexpr int unit = 256;   // of Tiling
    const double parts = std::ceil(samples / most);
    return std::min(samples, int(std::ceil(samples / parts / unit)) * unit);
}

Seen run(const Experiment& experiment, const NetworkPlan& plan, Extent extent, int replica, NoiseCache& cache,
    const Context& context)
{
    const bool backward = experiment.measure.gradient;
    DistributionRecorder recorder(plan.depth());
    const DrawnParameters parameters(experiment.seed, replica, cache);
    const int part = samples_of_a_part(experiment, extent.samples);
    Pass pass {.context = context,
        .parameters = parameters,
        .recorder = recorder,
        .backward = backward,
        .to_input = false,
        .steps = plan.depth() * (backward ? 2.0 : 1.0) * ((extent.samples + part - 1) / part)};
    const bool drawn = experiment.input.file.empty();
    const Tensor read = drawn ? Tensor() : draw_input(experiment, replica, extent.samples, context);
    Dense network(plan);
    for (int first = 0; first < extent.samples && !recorder.lost(); first += part) {
        const int samples = std::min(part, extent.samples - first);
        Tensor x = drawn ? draw_input(experiment, replica, samples, context, first) : read.middleCols(first, samples);
        Signal input = make_signal(std::move(x), 0, 1, context), cotangent;
        if (backward)
            cotangent = make_signal(draw_cotangent(experiment, replica, samples, context, first), 0, 1, context);
        if (first > 0)
            network.continue_batch();
        else if (experiment.measure.correlation)
            network.carry(PairSignals(experiment, replica, rms_of(input)));
        propagate(network, std::move(input), std::move(cotangent), pass);
    }

    Seen seen {recorder.record(), {}, {}};
    if (const Distribution* found = seen.record.front().value(plan.reading.start))
        seen.input = *found;
    if (const auto& lost = recorder.lost())
        name_lost_signal(*lost, plan, parameters, context, seen);
    for (int layer = plan.depth(); layer >= 1; --layer)
        if (const Distribution* d = seen.record[std::size_t(layer)].gradient(preactivation); d && d->rms == 0) {
            seen.remarks.push_back(
                {layer, "the gradient is exactly zero at layer " + std::to_string(layer) + " and below"});
            break;
        }
    return seen;
}

SitePrediction preactivation_of(const LayerPrediction& p)
{
    SitePrediction site {.role = preactivation};
    site.set(
        Quantity::rms, {p.preactivation_rms, p.log10_preactivation_rms, p.preactivation_spread, p.preactivation_shift});
    if (p.gradient_rms)
        site.set(Quantity::gradient_rms, {*p.gradient_rms, p.log10_gradient_rms, p.gradient_spread, p.gradient_shift});
    site.set(Quantity::weight_variance, {p.variances.weight});
    site.set(Quantity::bias_variance, {p.variances.bias});
    site.set(Quantity::weight_std, {p.weight_std});
    site.set(Quantity::chi, {p.chi});
    if (p.decorrelation)
        site.set(Quantity::decorrelation, {.value = *p.decorrelation, .spread = p.decorrelation_spread});
    return site;
}

SitePrediction output_of(const LayerPrediction& p)
{
    SitePrediction site {.role = output};
    site.set(Quantity::mean, {.value = p.activation_mean, .spread = p.activation_mean_spread});
    site.set(
        Quantity::std, {.value = p.activation_std, .log10 = p.log10_activation_std, .spread = p.activation_std_spread});
    site.set(Quantity::rms, {p.activation_rms, p.log10_activation_rms, p.activation_spread, p.activation_shift});
    site.set(Quantity::zero_fraction, {p.zero_fraction});
    site.set(Quantity::saturated_fraction, {p.saturated_fraction});
    return site;
}

Prediction predict(const Experiment& experiment, const NetworkPlan& plan, Extent extent,
    const std::optional<InputMoments>& known, const Context&)
{
    Experiment taken = experiment;
    taken.input.samples = extent.samples;   // a batch scatters less the larger it is
    DensePrediction dense = stepzero::predict(plan.layers, taken, known);
    Prediction all {.reading = plan.reading,
        .blocks = std::vector<BlockPrediction>(plan.layers.size() + 1),
        .fixed_point = dense.fixed_point,
        .remark = std::move(dense.remark)};
    if (const auto input = known ? known : input_moments(experiment.input))
        all.blocks.front()
            .at(plan.reading.start)
            .set(Quantity::rms, predicted_size(std::log10(input->mean_square) / 2));
    for (std::size_t l = 0; l < dense.layers.size(); ++l)
        if (const auto& layer = dense.layers[l])
            all.blocks[l + 1].sites = {preactivation_of(*layer), output_of(*layer)};
    return all;
}

/// A part of the batch at a time, with what is kept of the rest. The weights of one layer are there once, and while an
/// orthogonal one is drawn five times.
double memory(const Experiment& experiment, Extent extent)
{
    const Network& network = experiment.network;
    double widest = width_of_layer(network, 0), weights = 0, units = 0;
    for (const LayerPlan& layer : expand(network)) {
        const Shape shape {layer.fan_out, layer.fan_in};
        const double copies = draw_of(layer.weight, shape, Role::weight).base == Base::orthogonal ? 5 : 1;
        widest = std::max(widest, double(layer.fan_out));
        weights = std::max(weights, copies * layer.fan_in * layer.fan_out);
        units += layer.fan_out;
    }
    const double samples = samples_of_a_part(experiment, extent.samples);
    const double pairs = experiment.measure.correlation ? 2 * correlation_pairs * 2 * widest : 0;
    const double file = experiment.input.file.empty() ? 0 : double(extent.samples) * width_of_layer(network, 0);
    constexpr double layer_record = 9000;   // three histograms and the weights'
    return 4 * (samples * numbers_of_a_sample(experiment) + pairs + weights + file) + units
        + layer_record * depth(network);
}

double cost(const Experiment& experiment, Extent extent)
{
    return (experiment.measure.gradient ? 4 : 2) * weights_of(experiment.network) * extent.samples;
}

}   // namespace

const NetworkKind& dense_kind()
{
    // Not made among the rest: where memory runs out here, GCC 12 would destroy `network` twice.
    static const auto distributions = input_distributions();
    static const NetworkKind dense {.name = "dense",
        .label = "Dense",
        .network = {},
        .input = {},
        .distributions = distributions,
        .layered = true,
        .plan = plan,
        .run = run,
        .predict = predict,
        .memory = memory,
        .cost = cost};
    return dense;
}

}   // namespace stepzero
