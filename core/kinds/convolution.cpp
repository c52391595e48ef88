// SPDX-License-Identifier: GPL-3.0-or-later
// Networks of convolutions: layers z = W ∗ x + b, x = φ(z) on the positions of a line or a square grid. Each layer may
// have its own scheme, activation, kernel size and stride, or be a transposed convolution; `width` counts channels.
// BatchNorm may precede φ: z = γ∘norm(W ∗ x + b), over the samples and positions of each channel.
// Xiao et al.: Dynamical isometry and a mean field theory of CNNs. ICML 2018. Radford, Metz, Chintala: Unsupervised
// representation learning with deep convolutional generative adversarial networks. ICLR 2016.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/base/words/words.h"
#include "core/kinds/layers.h"
#include "core/kinds/offers/stream.h"
#include "core/modules/convolution.h"
#include "core/modules/transformer.h"
#include "core/network/experiment/overrides.h"
#include "core/network/input/distributions.h"
#include "core/network/input/input.h"
#include "core/theory/normed_convolution_theory.h"

namespace stepzero {

namespace {

constexpr double most_entries = 1e8;   // largest number of entries of a sample at any layer

Problem problem_of(const char* field, Text message) { return {std::string("network.") + field, std::move(message)}; }

/// Returns the problem of the first layer whose window does not fit its input positions, or that has too many numbers.
std::optional<Problem> problem_of_positions(const Network& network)
{
    LayerWindows windows(network);
    for (int layer = 1; layer <= depth(network); ++layer, windows.next()) {
        const Window& window = windows.convolution();
        if (window.transposed && window.border == Border::circular)
            return problem_of("padding",
                tr("must not be circular with transposed convolutions, as in PyTorch, but layer %1 is one", layer));
        if (window.side_out() < 1)
            return problem_of("size",
                window.dimensions == 2 ? tr("must leave positions at every layer: layer %1 reads %2 × %2 positions, "
                                            "fewer than its kernel size of %3",
                    layer, window.side, window.kernel)
                                       : tr("must leave positions at every layer: layer %1 reads %2 positions, fewer "
                                            "than its kernel size of %3",
                                           layer, window.side, window.kernel));
        if (window.border == Border::circular && window.padding() > window.side)
            return problem_of("padding",
                tr("must not wrap around more than once, but layer %1 has %2 positions and a padding of %3", layer,
                    window.side, window.padding()));
        if (width_of_layer(network, layer) * std::pow(window.side_out(), window.dimensions) > most_entries)
            return problem_of("size", tr("must leave at most 10⁸ numbers per sample, but layer %1 has more", layer));
    }
    return std::nullopt;
}

void check(const Experiment& experiment, std::vector<Problem>& problems)
{
    const Network& network = experiment.network;
    const Window window = window_of_layer(network, 1);
    const auto add
        = [&](const char* field, Text message) { problems.push_back(problem_of(field, std::move(message))); };
    if (const double entries = double(width_of_layer(network, 0)) * window.positions_in(); entries > most_entries)
        return add("size", tr("must leave a sample with at most 10⁸ numbers, but it has %1", number_text(entries)));
    for (int layer = 0; layer <= depth(network); ++layer)
        if (width_of_layer(network, layer) % window.groups != 0)
            return add("groups",
                tr("must divide the channels of every layer, but %1 does not divide the %2 of %3", window.groups,
                    width_of_layer(network, layer), layer == 0 ? tr("the input") : tr("layer %1", layer)));
    if (const auto found = problem_of_positions(network))
        return problems.push_back(*found);
    for (const LayerPlan& layer : expand(network))
        if (const Text problem = kernel_problem(layer.weight, layer.shape(), layer.window.groups); !problem.empty())
            return add("weight.scheme", tr("%1 (layer %2)", problem, layer.layer));
}

constexpr double most_positions = 4096;   // per side

/// Returns the network with the fewest positions per side that are enough for every layer, starting at its own number.
/// Uses fewer when it would grow too large. Returns the network unchanged when no number suits it.
Network with_enough_positions(const Network& network)
{
    for (const int step : {1, -1}) {
        Network other = network;
        double& size = std::get<double>(other.options["size"]);
        for (; size >= 1 && size <= most_positions; size += step)
            if (!problem_of_positions(other))
                return other;
    }
    return network;
}

bool has_transposed(const Network& network)
{
    return option_flag(network, "transposed")
        || std::ranges::any_of(network.overrides, [](const LayerOverride& o) { return o.transposed.value_or(false); });
}

/// Transposed convolutions exclude circular padding: the one that was chosen last remains.
void choose_padding(Network& network, const Network& before)
{
    if (!has_transposed(network) || !is_word(network.options, "padding", "circular"))
        return;
    if (is_word(before.options, "padding", "circular")) {
        network.options["padding"] = std::string("zeros");
        return;
    }
    network.options["transposed"] = flag_value(false);
    for (LayerOverride& override : network.overrides)
        override.transposed.reset();
    remove_empty_overrides(network);
}

/// Keeps a depthwise network depthwise; otherwise uses the largest number of groups that still divides all channels.
/// The number of positions is limited to the available room, and raised until some are left at every layer.
Network fitted(const Network& changed, const Network& before)
{
    Network network = changed;
    choose_padding(network, before);
    double most_channels = 1;
    for (int layer = 0; layer <= depth(network); ++layer)
        most_channels = std::max(most_channels, double(width_of_layer(network, layer)));
    const double room = most_entries / most_channels;
    const double most = std::floor(option(network, "dimensions") == 2 ? std::sqrt(room) : room);
    double& size = std::get<double>(network.options["size"]);
    size = std::clamp(size, 1.0, std::min(most, most_positions));
    network = with_enough_positions(network);
    double& groups = std::get<double>(network.options["groups"]);
    const auto depthwise = [](const Network& n) {
        return option(n, "groups") > 1 && option(n, "groups") == width_of_layer(n, 1) && !n.input_width;
    };
    if (depthwise(before) && network.widths.empty() && option(before, "groups") == groups) {
        groups = network.width;
        return network;
    }
    int all = 0;
    for (int layer = 0; layer <= depth(network); ++layer)
        all = std::gcd(all, width_of_layer(network, layer));
    while (all % int(groups) != 0)
        groups -= 1;
    return network;
}

NetworkPlan plan(const Network& network) { return plan_of_layers(convolution_kind(), network); }

void pass_batch(const NetworkPlan& plan, const Batch& batch, const OutputGradient& cotangent, Pass& pass)
{
    Convolutions body(plan);
    propagate(body, input_signal(batch.numbers, plan, pass.context), cotangent, pass);
}

void pass_through(const Experiment& experiment, const NetworkPlan& plan, Extent extent, int replica, Pass& pass)
{
    Convolutions body(plan);
    const double rms = pass_whole_batch(body, experiment, plan, extent, replica, pass);
    if (experiment.measure.correlation && !pass.recorder.wants_signals())
        follow_pairs(body, experiment, plan, replica, rms, pass);
}

/// Returns the bytes of z of every layer, which is kept for the backward pass, as is the result of a norm. Adds two
/// batches, the taps of some samples, and the weights of a layer in three forms.
double memory(const Experiment& experiment, const NetworkPlan& plan, Extent extent)
{
    double all = 0, widest = plan.blocks.front().entries_in(), weights = 0, taps = 0;
    for (const LayerPlan& layer : plan.layers) {
        const double entries = double(layer.units()) * layer.window.positions_out();
        const double seen = double(layer.fan_in) * layer.window.direct().positions_out();
        all += (layer.norm == UnitNorm::none ? 1 : 2) * entries;
        if (layer.pooling != Pooling::none)   // includes the index of each maximum
            all += 2.0 * layer.units() * layer.positions_out();
        widest = std::max(widest, entries);
        weights = std::max(weights, 3.0 * layer.fan_in * layer.shape().rows());
        taps = std::max({taps, seen, std::min(8e6, seen * extent.samples)});
    }
    const double kept = experiment.measure.gradient ? all : widest;
    const double pairs = experiment.measure.correlation ? 2 * correlation_pairs * 4 * widest : 0;
    constexpr double layer_record = 9000;   // histograms
    return 4 * (std::max(extent.samples * (kept + 5 * widest), pairs) + 2 * taps + weights)
        + layer_record * plan.depth();
}

double cost(const Experiment& experiment, const NetworkPlan& plan, Extent extent)
{
    double products = 0;
    for (const LayerPlan& layer : plan.layers)
        products += layer.products();
    const double pairs = experiment.measure.correlation ? 2.0 * correlation_pairs : 0;
    return 2 * products * ((experiment.measure.gradient ? 2 : 1) * extent.samples + pairs);
}

/// Writers for JAX and Keras have one statement for all layers, which therefore need the same window, and no norms.
bool is_plain(const Network& network) { return !windows_differ(network) && !has_unit_norm(network); }

/// Flax and Keras have no groups of transposed convolutions, and store their kernels in other layouts, which matter to
/// some schemes with dependent entries.
bool has_plain_kernels(const Network& network)
{
    if (!option_flag(network, "transposed"))
        return true;
    return option(network, "groups") == 1 && std::ranges::all_of(expand(network), [](const LayerPlan& layer) {
        const auto base = draw_of(layer.weight, layer.shape(), Role::weight).base;
        return base->dependence == Dependence::independent || base->isometric;
    });
}

bool jax_can(const Network& network) { return is_plain(network) && has_plain_kernels(network); }

/// In Keras, a transposed convolution has no stride together with a dilation.
bool keras_can(const Network& network)
{
    const bool strided = option_flag(network, "transposed") && option(network, "stride") > 1;
    return jax_can(network) && !(strided && option(network, "dilation") > 1);
}

/// With zeros beyond the edge, every layer shrinks the signal there. A norm makes up for it, but also for the scale of
/// the weights, so that the gradient may grow whatever they are.
std::vector<Offer> offers(const Experiment& experiment, const NetworkPlan& plan, const Complaint& complaint)
{
    OfferList all(experiment, plan);
    const auto pads = [](const LayerPlan& l) { return l.window.border == Border::zeros && l.window.receptive() > 1; };
    Experiment circular = with_option(experiment, "padding", std::string("circular"));
    std::vector<Problem> problems;
    check(circular, problems);
    if (std::ranges::any_of(plan.layers, pads) && problems.empty())
        all.add(tr("Switch to circular padding"), std::move(circular),
            tr("Zero padding adds nothing to the windows at the edge: the signal shrinks there in every layer, and the "
               "attenuation spreads inwards."));
    if (has_unit_norm(plan.network)) {
        offer_norm_scale(all, complaint);
        offer_without_unit_norms(all);
    }
    return std::move(all).all();
}

Prediction predict(const Experiment& experiment, const NetworkPlan& plan, Extent extent,
    const std::optional<InputMoments>& known, const Context& context)
{
    if (!has_unit_norm(plan.network))
        return predict_layers(experiment, plan, extent, known, context);
    Experiment taken = experiment;
    taken.input.samples = extent.samples;   // BatchNorm depends on them
    Prediction prediction = predict_normed_convolutions(plan, taken, known);
    if (const auto input = known ? known : input_moments(experiment))
        set_input_rms(*input, prediction);
    return prediction;
}

constexpr NamedValue<UnitNorm> channel_norm_names[] {unit_norm_names[0], unit_norm_names[1]};

}   // namespace

const NetworkKind& convolution_kind()
{
    static const NetworkKind convolution = [] {
        NetworkKind a {.name = "convolution", .label = tr("Convolution"), .network = {}, .input = {}};
        a.options_label = tr("Positions");
        a.options = {
            whole_number("dimensions", tr("dimensions"), 2, 1, 2),
            main_option(whole_number("size", tr("image size"), 8, 1, most_positions)),
            main_option(whole_number("kernel", tr("kernel"), 3, 1, 31)),
            main_option(whole_number("stride", tr("stride"), 1, 1, 16)),
            main_option(one_of("padding", tr("padding"), border_names, {tr("zeros"), tr("circular"), tr("none")})),
            flag("transposed", tr("transposed"), false),
            whole_number("dilation", tr("dilation"), 1, 1, 64),
            main_option(whole_number("groups", tr("groups"), 1, 1, 65536)),
            main_option(one_of("pooling", tr("pooling"), pooling_names, {tr("none"), tr("max"), tr("average")})),
            whole_number("pooling_every", tr("pooled every"), 2, 1, 1000),
            whole_number("pooling_size", tr("pool size"), 2, 2, 64),
            one_of("norm", tr("norm"), channel_norm_names, {tr("none"), Text::name("BatchNorm")}),
        };
        for (const char* quiet : {"transposed", "norm"})
            std::ranges::find(a.options, quiet, &ParameterInfo::name)->quiet = true;
        a.network.kind = a.name;
        a.network.width = 32;
        a.network.options = completed(a.options, {});
        a.input.samples = 32;
        a.distributions = input_distributions();
        a.check = check;
        a.fitted = fitted;
        a.layered = true;
        a.kernels = true;
        a.sizes = [](const Network& n) {
            return kernel_sizes(option(n, "kernel"), option(n, "size"), option(n, "dimensions") == 2);
        };
        a.roles = {unit_norm_scale()};
        a.plan = plan;
        a.structure = [](const Network& n) { return NetworkStructure {.norms = unit_norms_structure(n)}; };
        a.body
            = [](const NetworkPlan& plan) -> std::unique_ptr<Module> { return std::make_unique<Convolutions>(plan); };
        a.pass = pass_through;
        a.pass_batch = pass_batch;
        a.predict = predict;
        a.memory = memory;
        a.code = {{Framework::pytorch, pytorch_convolution_code}, {Framework::jax, jax_convolution_code, jax_can},
            {Framework::keras, keras_convolution_code, keras_can}};
        a.cost = cost;
        a.offers = offers;
        return a;
    }();
    return convolution;
}

}   // namespace stepzero
