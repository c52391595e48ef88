// SPDX-License-Identifier: GPL-3.0-or-later
// Dense networks: layers z = W x + b, x = φ(z), each with its own scheme and activation. A norm may precede φ: z =
// γ∘norm(W x + b).
#include <algorithm>
#include <cmath>

#include "core/base/words/registry.h"
#include "core/kinds/layers.h"
#include "core/kinds/offers/stream.h"
#include "core/modules/dense.h"
#include "core/modules/elementwise.h"
#include "core/modules/linear.h"
#include "core/modules/normed_layers.h"
#include "core/modules/pairs.h"
#include "core/modules/transformer.h"
#include "core/network/input/distributions.h"
#include "core/network/input/input.h"
#include "core/theory/normed_layer_theory.h"

namespace stepzero {

namespace {

NetworkPlan plan(const Network& network) { return plan_of_layers(dense_kind(), network); }

/// Returns the numbers stored per sample: every z for the backward pass, and two batches each for forward and backward.
/// A norm stores its result too.
double numbers_of_a_sample(const Experiment& experiment, const NetworkPlan& plan)
{
    const double kept = has_unit_norm(plan.network) ? 2 : 1;
    double all = 0, widest = plan.layers.front().fan_in;
    for (const LayerPlan& layer : plan.layers) {
        all += layer.fan_out;
        widest = std::max(widest, double(layer.fan_out));
    }
    return (experiment.measure.gradient ? kept * all : widest) + 4 * widest;
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
/// With a norm, there is one part: BatchNorm needs the whole batch.
int samples_of_a_part(const Experiment& experiment, const NetworkPlan& plan, int samples)
{
    if (has_unit_norm(plan.network))
        return samples;
    constexpr double most_numbers = 128e6, most_kept_weights = 256e6;
    const double fewest = weights_of(plan) > most_kept_weights ? 2048 : 256;
    const double most = std::max(fewest, most_numbers / numbers_of_a_sample(experiment, plan));
    constexpr int unit = 256;   // tile width of Tiling
    const double parts = std::ceil(samples / most);
    return std::min(samples, int(std::ceil(samples / parts / unit)) * unit);
}

std::unique_ptr<Module> body(const NetworkPlan& plan)
{
    if (has_unit_norm(plan.network))
        return std::make_unique<NormedLayers>(plan);
    return std::make_unique<Dense>(plan);
}

/// Returns the same network as separate modules that report every signal, instead of the combined steps of Dense.
std::unique_ptr<Module> layer_by_layer(const NetworkPlan& plan)
{
    if (has_unit_norm(plan.network))
        return body(plan);
    auto all = std::make_unique<Sequence>();
    for (const BlockPlan& block : plan.blocks) {
        all->emplace<Linear>(LinearSpec {
            {block.block, plan.reading.preactivation}, *block.find("weight"), *block.find("weight", Role::bias)});
        all->emplace<Elementwise>(Site {block.block, plan.reading.output}, block.activation);
    }
    return all;
}

void pass_through(const Experiment& experiment, const NetworkPlan& plan, Extent extent, int replica, Pass& pass)
{
    const Context& context = pass.context;
    if (pass.recorder.wants_signals() || has_unit_norm(plan.network)) {
        const std::unique_ptr<Module> network = layer_by_layer(plan);
        const double rms = pass_whole_batch(*network, experiment, plan, extent, replica, pass);
        if (experiment.measure.correlation && !pass.recorder.wants_signals() && !pass.lost)
            follow_pairs(*network, experiment, plan, replica, rms, pass);
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
    const std::unique_ptr<Module> network = pass.recorder.wants_signals() ? layer_by_layer(plan) : body(plan);
    propagate(*network, make_signal(batch.numbers, 0, 1, pass.context), cotangent, pass);
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

/// Writers that create a layer where they apply it cannot share one, and have no norms.
bool is_plain(const Network& network) { return !option_flag(network, "shared") && !has_unit_norm(network); }

NetworkStructure structure(const Network& network)
{
    return {.norms = unit_norms_structure(network), .shared = option_flag(network, "shared")};
}

Prediction predict(const Experiment& experiment, const NetworkPlan& plan, Extent extent,
    const std::optional<InputMoments>& known, const Context& context)
{
    const std::set<UnitNorm> norms = unit_norms(plan.network);
    if (norms == std::set {UnitNorm::none} || option_flag(plan.network, "shared"))
        return predict_layers(experiment, plan, extent, known, context);
    if (norms.size() > 1)
        return silent_prediction(plan, tr("no theory for dense layers with different norms"));
    Experiment taken = experiment;
    taken.input.samples = extent.samples;   // BatchNorm depends on them
    Prediction prediction = predict_normed_layers(plan, *norms.begin(), taken, known);
    if (const auto input = known ? known : input_moments(experiment))
        set_input_rms(*input, prediction);
    return prediction;
}

/// Replaces every BatchNorm.
Experiment with_layer_norm(const Experiment& experiment)
{
    const std::string batch = name_of(unit_norm_names, UnitNorm::batch),
                      layer = name_of(unit_norm_names, UnitNorm::layer);
    Experiment changed = experiment;
    if (option_word(changed.network, "norm") == batch)
        changed.network.options["norm"] = layer;
    for (LayerOverride& override : changed.network.overrides)
        if (override.norm == batch)
            override.norm = layer;
    return changed;
}

/// BatchNorm makes the gradient grow whatever the weights, so that only another norm, or none, can fix it.
std::vector<Offer> offers(const Experiment& experiment, const NetworkPlan& plan, const Complaint& complaint)
{
    if (!has_unit_norm(plan.network))
        return {};
    OfferList all(experiment, plan);
    offer_norm_scale(all, complaint);
    if (normalizes_batch(plan.network))
        all.add(tr("Switch to LayerNorm"), with_layer_norm(experiment));
    offer_without_unit_norms(all);
    return std::move(all).all();
}

}   // namespace

const NetworkKind& dense_kind()
{
    // Separate statics: if memory runs out here, GCC 12 would otherwise destroy `network` twice.
    static const auto distributions = input_distributions();
    static const auto options = [] {
        std::vector<ParameterInfo> all {
            one_of("norm", tr("norm"), unit_norm_names, {tr("none"), Text::name("BatchNorm"), Text::name("LayerNorm")}),
            flag("shared", tr("one matrix for all layers"), false)};
        for (ParameterInfo& option : all)
            option.quiet = true;
        return all;
    }();
    static const std::vector<RoleInfo> roles {unit_norm_scale()};
    static const NetworkKind dense {.name = "dense",
        .label = tr("Dense"),
        .network = {},
        .input = {},
        .options = options,
        .options_label = tr("Layers"),
        .distributions = distributions,
        .takes_weights = true,
        .check = check,
        .layered = true,
        .roles = roles,
        .plan = plan,
        .structure = structure,
        .body = body,
        .pass = pass_through,
        .pass_batch = pass_batch,
        .predict = predict,
        .memory = memory,
        .cost = cost,
        .offers = offers,
        .code = {{Framework::pytorch, pytorch_code}, {Framework::jax, jax_code, is_plain},
            {Framework::keras, keras_code, is_plain}}};
    return dense;
}

}   // namespace stepzero
