// SPDX-License-Identifier: GPL-3.0-or-later
// Dense networks: layers z = W x + b, x = φ(z), each with its own scheme and activation.
#include <algorithm>
#include <cmath>

#include "core/kinds/layers.h"
#include "core/modules/dense.h"
#include "core/modules/elementwise.h"
#include "core/modules/linear.h"
#include "core/modules/transformer.h"
#include "core/network/input/distributions.h"
#include "core/network/input/input.h"

namespace stepzero {

namespace {

NetworkPlan plan(const Network& network) { return plan_of_layers(dense_kind(), network); }

/// Returns the numbers stored per sample: every z for the backward pass, and two batches each for forward and backward.
double numbers_of_a_sample(const Experiment& experiment, const NetworkPlan& plan)
{
    double all = 0, widest = plan.layers.front().fan_in;
    for (const LayerPlan& layer : plan.layers) {
        all += layer.fan_out;
        widest = std::max(widest, double(layer.fan_out));
    }
    return (experiment.measure.gradient ? all : widest) + 4 * widest;
}

double weights_of(const NetworkPlan& plan)
{
    double weights = 0;
    for (const LayerPlan& layer : plan.layers)
        weights += double(layer.fan_in) * layer.fan_out;
    return weights;
}

/// Large batches are processed in equal parts, so that memory does not grow with them: 512 MB of signals at a time. A
/// part is never so small that sampling the weights again for each part would take long.
int samples_of_a_part(const Experiment& experiment, const NetworkPlan& plan, int samples)
{
    constexpr double most_numbers = 128e6, most_kept_weights = 256e6;
    const double fewest = weights_of(plan) > most_kept_weights ? 2048 : 256;
    const double most = std::max(fewest, most_numbers / numbers_of_a_sample(experiment, plan));
    constexpr int unit = 256;   // tile width of Tiling
    const double parts = std::ceil(samples / most);
    return std::min(samples, int(std::ceil(samples / parts / unit)) * unit);
}

/// Returns the same network as separate modules that report every signal, instead of the combined steps of Dense.
Sequence layer_by_layer(const NetworkPlan& plan)
{
    Sequence all;
    for (const BlockPlan& block : plan.blocks) {
        all.emplace<Linear>(LinearSpec {
            {block.block, plan.reading.preactivation}, *block.find("weight"), *block.find("weight", Role::bias)});
        all.emplace<Elementwise>(Site {block.block, plan.reading.output}, block.activation);
    }
    return all;
}

void pass_through(const Experiment& experiment, const NetworkPlan& plan, Extent extent, int replica, Pass& pass)
{
    const Context& context = pass.context;
    if (pass.recorder.wants_signals()) {
        Sequence network = layer_by_layer(plan);
        propagate(network, make_signal(draw_input(experiment, replica, extent.samples, context), 0, 1, context),
            make_signal(draw_cotangent(experiment, replica, extent.samples, context), 0, 1, context), pass);
        return;
    }
    const int part = samples_of_a_part(experiment, plan, extent.samples);
    pass.steps *= (extent.samples + part - 1) / part;
    const bool drawn = experiment.input.file.empty();
    const Tensor read = drawn ? Tensor() : draw_input(experiment, replica, extent.samples, context);
    Dense network(plan);
    for (int first = 0; first < extent.samples && !pass.lost; first += part) {
        const int samples = std::min(part, extent.samples - first);
        Tensor x = drawn ? draw_input(experiment, replica, samples, context, first) : read.middleCols(first, samples);
        Signal input = make_signal(std::move(x), 0, 1, context), cotangent;
        if (pass.backward)
            cotangent = make_signal(draw_cotangent(experiment, replica, samples, context, first), 0, 1, context);
        if (first > 0)
            network.continue_batch();
        else if (experiment.measure.correlation)
            network.carry(PairSignals(experiment, replica, rms_of(input)));
        propagate(network, std::move(input), std::move(cotangent), pass);
    }
}

void pass_batch(const NetworkPlan& plan, const Batch& batch, const OutputGradient& cotangent, Pass& pass)
{
    Signal input = make_signal(batch.numbers, 0, 1, pass.context);
    if (pass.recorder.wants_signals()) {
        Sequence network = layer_by_layer(plan);
        propagate(network, std::move(input), cotangent, pass);
        return;
    }
    Dense network(plan);
    propagate(network, std::move(input), cotangent, pass);
}

/// Returns the bytes for one part of the batch and the state kept for the rest. The weights of one layer are stored
/// once, or in the several copies that their sampling needs.
double memory(const Experiment& experiment, const NetworkPlan& plan, Extent extent)
{
    double widest = plan.layers.front().fan_in, weights = 0, units = 0;
    for (const LayerPlan& layer : plan.layers) {
        const double copies = draw_of(layer.weight, layer.shape(), Role::weight).base->copies;
        widest = std::max(widest, double(layer.fan_out));
        weights = std::max(weights, copies * layer.fan_in * layer.fan_out);
        units += layer.fan_out;
    }
    const double samples = samples_of_a_part(experiment, plan, extent.samples);
    const double pairs = experiment.measure.correlation ? 2 * correlation_pairs * 2 * widest : 0;
    const double file = experiment.input.file.empty() ? 0 : double(extent.samples) * plan.layers.front().fan_in;
    constexpr double layer_record = 9000;   // three histograms and the weights'
    return 4 * (samples * numbers_of_a_sample(experiment, plan) + pairs + weights + file) + units
        + layer_record * plan.depth();
}

double cost(const Experiment& experiment, const NetworkPlan& plan, Extent extent)
{
    return (experiment.measure.gradient ? 4 : 2) * weights_of(plan) * extent.samples;
}

/// A matrix shared by all layers must fit everywhere, so no layer may have its own.
void check(const Experiment& experiment, std::vector<Problem>& problems)
{
    const Network& network = experiment.network;
    if (!option_flag(network, "shared"))
        return;
    for (int layer = 1; layer <= depth(network); ++layer)
        if (const int in = width_of_layer(network, layer - 1), out = width_of_layer(network, layer); in != out) {
            problems.push_back({"network.shared",
                tr("must be false unless the input and all layers have the same width: layer %1 goes from %2 to %3",
                    layer, in, out)});
            break;
        }
    for (const LayerOverride& override : network.overrides)
        if (override.weight || override.bias) {
            problems.push_back({"network.shared",
                tr("must be false where a layer overrides its weights or biases, as layer %1 does", override.layer)});
            break;
        }
}

/// Writers that create a layer where they apply it cannot share one.
bool unshared(const Network& network) { return !option_flag(network, "shared"); }

}   // namespace

const NetworkKind& dense_kind()
{
    // Separate statics: if memory runs out here, GCC 12 would otherwise destroy `network` twice.
    static const auto distributions = input_distributions();
    static const auto options = [] {
        std::vector<ParameterInfo> all {flag("shared", tr("one matrix for all layers"), false)};
        all.front().quiet = true;
        return all;
    }();
    static const NetworkKind dense {.name = "dense",
        .label = tr("Dense"),
        .network = {},
        .input = {},
        .options = options,
        .distributions = distributions,
        .takes_weights = true,
        .check = check,
        .layered = true,
        .plan = plan,
        .structure = [](const Network& n) { return NetworkStructure {.shared = option_flag(n, "shared")}; },
        .body = [](const NetworkPlan& plan) -> std::unique_ptr<Module> { return std::make_unique<Dense>(plan); },
        .pass = pass_through,
        .pass_batch = pass_batch,
        .predict = predict_layers,
        .memory = memory,
        .cost = cost,
        .code = {{Framework::pytorch, pytorch_code}, {Framework::jax, jax_code, unshared},
            {Framework::keras, keras_code, unshared}}};
    return dense;
}

}   // namespace stepzero
