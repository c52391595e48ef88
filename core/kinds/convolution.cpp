// SPDX-License-Identifier: GPL-3.0-or-later
// Networks of convolutions: layers z = W ∗ x + b, x = φ(z) on positions of a line or a square grid, each with a scheme
// and an activation of its own. `width` counts channels. Xiao et al.: Dynamical isometry and a mean field theory of
// CNNs. ICML 2018.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/input/input.h"
#include "core/kinds/layers.h"
#include "core/modules/convolution.h"
#include "core/modules/transformer.h"
#include "core/words/words.h"

namespace stepzero {

namespace {

constexpr double most_entries = 1e8;   // numbers of a sample at any layer

void check(const Experiment& experiment, std::vector<Problem>& problems)
{
    const Network& network = experiment.network;
    Window window = window_of_layer(network, 1);
    const auto add = [&](const char* field, const std::string& message) {
        problems.push_back({std::string("network.") + field, message});
    };
    const auto whole = [](int number) { return std::to_string(number); };
    if (const double entries = double(width_of_layer(network, 0)) * window.positions_in(); entries > most_entries)
        return add("size", "must leave a sample with at most 1e8 numbers, and it has " + number_text(entries));
    for (int layer = 0; layer <= depth(network); ++layer)
        if (width_of_layer(network, layer) % window.groups != 0)
            return add("groups",
                "must divide the channels of every layer, and " + whole(window.groups) + " does not divide the "
                    + whole(width_of_layer(network, layer))
                    + (layer == 0 ? " of the input" : " of layer " + whole(layer)));
    for (int layer = 1; layer <= depth(network); ++layer) {
        if (window.side_out() < 1)
            return add("size",
                "must leave positions at every layer, and the " + whole(window.side)
                    + (window.dimensions == 2 ? " × " + whole(window.side) : "") + " that come to layer " + whole(layer)
                    + " are fewer than its kernel of " + whole(window.kernel) + " spans");
        if (window.border == Border::circular && window.padding() > window.side)
            return add("padding",
                "must go around once at most, and layer " + whole(layer) + " has " + whole(window.side)
                    + " positions and a padding of " + whole(window.padding()));
        if (double(width_of_layer(network, layer)) * window.positions_out() > most_entries)
            return add("size", "must leave at most 1e8 numbers of a sample, and layer " + whole(layer) + " has more");
        window.side = window.side_out();
    }
    for (const LayerPlan& layer : expand(network))
        if (const std::string problem = kernel_problem(layer.weight, layer.shape(), layer.window.groups);
            !problem.empty())
            return add("weight.scheme", problem + " (layer " + whole(layer.layer) + ")");
}

constexpr double most_positions = 4096;   // a side

/// So many positions a side, at least, that some are left behind the last layer. Any number of layers: at most
/// most_positions and one.
double fewest_positions(const Network& network)
{
    const Window window = window_of_layer(network, 1);
    const double span = double(window.dilation) * (window.kernel - 1) + 1, padding = window.padding();
    double side = 1;
    for (int layer = depth(network); layer >= 1 && side <= most_positions; --layer) {
        side = (side - 1) * window.stride + span - 2 * padding;
        side = std::max({side, 1.0, window.border == Border::circular ? padding : 0});
    }
    return std::min(side, most_positions + 1);
}

/// Depthwise stays depthwise; else as many groups as still divide all channels. There are as many positions as there is
/// room for, and so many that some are left.
Network fitted(const Network& changed, const Network& before)
{
    Network network = changed;
    double most_channels = 1;
    for (int layer = 0; layer <= depth(network); ++layer)
        most_channels = std::max(most_channels, double(width_of_layer(network, layer)));
    const double room = most_entries / most_channels;
    const double most = std::floor(option(network, "dimensions") == 2 ? std::sqrt(room) : room);
    double& size = std::get<double>(network.options["size"]);
    size = std::clamp(size, 1.0, std::min(most, most_positions));
    if (const double fewest = fewest_positions(network); fewest <= most_positions)
        size = std::max(size, fewest);
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

void pass_through(const Experiment& experiment, const NetworkPlan& plan, Extent extent, int replica, Pass& pass)
{
    const Context& context = pass.context;
    Convolutions body(plan);
    const auto signal = [&](const Tensor& batch, int channels, int positions) {
        return make_signal(by_position(batch, channels, positions), 0, positions, context);
    };
    const BlockPlan &first = plan.blocks.front(), &last = plan.blocks.back();
    Signal cotangent;
    if (pass.backward)
        cotangent = signal(
            draw_cotangent(experiment, replica, extent.samples, context), last.features_out, last.positions_out);
    propagate(body,
        signal(draw_input(experiment, replica, extent.samples, context), first.features_in, first.positions_in),
        std::move(cotangent), pass);
}

/// Kept for the backward pass: z of every layer. Beside it two batches, the taps of some samples, and the weights of a
/// layer in three forms.
double memory(const Experiment& experiment, Extent extent)
{
    const Network& network = experiment.network;
    double all = 0, widest = entries_of_layer(network, 0), weights = 0, taps = 0;
    for (const LayerPlan& layer : expand(network)) {
        const double entries = double(layer.units()) * layer.window.positions_out();
        const double seen = double(layer.fan_in) * layer.window.positions_out();
        all += entries;
        widest = std::max(widest, entries);
        weights = std::max(weights, 3.0 * layer.fan_in * layer.units());
        taps = std::max({taps, seen, std::min(8e6, seen * extent.samples)});
    }
    const double kept = experiment.measure.gradient ? all : widest;
    constexpr double layer_record = 9000;   // of histograms
    return 4 * (extent.samples * (kept + 5 * widest) + 2 * taps + weights) + layer_record * depth(network);
}

double cost(const Experiment& experiment, Extent extent)
{
    double products = 0;
    for (const LayerPlan& layer : expand(experiment.network))
        products += double(layer.fan_in) * layer.units() * layer.window.positions_out();
    return (experiment.measure.gradient ? 4 : 2) * products * extent.samples;
}

ParameterInfo whole(const char* name, const char* label, double by_default, double low, double high)
{
    return {.name = name, .label = label, .default_value = by_default, .low = low, .high = high, .integer = true};
}

}   // namespace

const NetworkKind& convolution_kind()
{
    static const NetworkKind convolution = [] {
        NetworkKind a {.name = "convolution", .label = "Convolution", .network = {}, .input = {}};
        a.options = {
            whole("dimensions", "dimensions", 2, 1, 2),
            whole("size", "positions a side", 8, 1, most_positions),
            whole("kernel", "kernel", 3, 1, 31),
            whole("stride", "stride", 1, 1, 16),
            {.name = "padding",
                .label = "padding",
                .default_value = std::string("zeros"),
                .choices = {"zeros", "circular", "none"}},
            whole("dilation", "dilation", 1, 1, 64),
            whole("groups", "groups", 1, 1, 65536),
        };
        a.network.kind = a.name;
        a.network.width = 32;
        a.network.options = completed(a.options, {});
        a.input.samples = 32;
        a.distributions = input_distributions();
        a.check = check;
        a.fitted = fitted;
        a.layered = true;
        a.kernels = true;
        a.plan = plan;
        a.body
            = [](const NetworkPlan& plan) -> std::unique_ptr<Module> { return std::make_unique<Convolutions>(plan); };
        a.pass = pass_through;
        a.predict = predict_layers;
        a.memory = memory;
        a.cost = cost;
        return a;
    }();
    return convolution;
}

}   // namespace stepzero
