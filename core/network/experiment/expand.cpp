// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <utility>

#include "core/base/words/registry.h"
#include "core/math/activation/activation.h"
#include "core/network/experiment/experiment.h"
#include "core/network/experiment/overrides.h"
#include "core/network/init/scheme.h"

namespace stepzero {

int depth(const Network& network) { return network.widths.empty() ? network.depth : int(network.widths.size()); }

int width_of_layer(const Network& network, int layer)
{
    if (layer == 0 && network.options.contains("channels"))
        return int(number(network.options, "channels"));   // channels of images, before a stem
    if (layer == 0)
        return network.input_width.value_or(width_of_layer(network, 1));
    return network.widths.empty() ? network.width : network.widths.at(std::size_t(layer - 1));
}

namespace {

/// Returns the window of the first layer.
Window first_window(const Network& network)
{
    const Parameters& options = network.options;
    if (!options.contains("size"))
        return {};
    const auto whole = [&](const char* name) { return int(number(options, name)); };
    if (!options.contains("stride"))   // a network with several kinds of windows: its input
        return {.dimensions = 2, .side = whole("size")};
    return {.dimensions = whole("dimensions"),
        .side = whole("size"),
        .kernel = whole("kernel"),
        .stride = whole("stride"),
        .dilation = whole("dilation"),
        .border = value_named(border_names, word(options, "padding")),
        .groups = whole("groups"),
        .transposed = is_word(options, "transposed", "true")};
}

}   // namespace

LayerWindows::LayerWindows(const Network& network) : window_(first_window(network)), usual_(window_)
{
    for (const LayerOverride& override : network.overrides)
        if (override.has_window())
            own_.push_back({override.layer, override.kernel, override.stride, override.transposed});
    std::ranges::sort(own_, {}, &Own::layer);
    take_own();
    if (!network.options.contains("pooling_every"))
        return;
    pooling_ = value_named(pooling_names, word(network.options, "pooling"));
    every_ = int(number(network.options, "pooling_every"));
    size_ = int(number(network.options, "pooling_size"));
}

void LayerWindows::next()
{
    window_.side = side_out();
    ++layer_;
    take_own();
}

/// Sets what the current layer may override.
void LayerWindows::take_own()
{
    Own own {layer_, {}, {}, {}};
    for (; taken_ < own_.size() && own_[taken_].layer <= layer_; ++taken_)
        if (own_[taken_].layer == layer_)
            own = own_[taken_];
    window_.kernel = own.kernel.value_or(usual_.kernel);
    window_.stride = own.stride.value_or(usual_.stride);
    window_.transposed = own.transposed.value_or(usual_.transposed);
}

bool windows_differ(const Network& network)
{
    return std::ranges::any_of(network.overrides, [](const LayerOverride& override) { return override.has_window(); });
}

namespace {

LayerWindows windows_of_layer(const Network& network, int layer)
{
    LayerWindows windows(network);
    for (int l = 1; l < layer; ++l)
        windows.next();
    return windows;
}

}   // namespace

Window window_of_layer(const Network& network, int layer) { return windows_of_layer(network, layer).convolution(); }

int entries_of_layer(const Network& network, int layer)
{
    if (layer == 0 && is_word(network.options, "inputs", "every_step"))
        return width_of_layer(network, 0) * network.depth;
    const Window first = first_window(network);
    const int side = layer == 0 ? first.side : windows_of_layer(network, layer).side_out();
    return width_of_layer(network, layer) * first.power(side);
}

namespace {

/// Returns the norm of layers that do not override it.
UnitNorm usual_norm(const Network& network)
{
    const auto found = network.options.find("norm");
    return found == network.options.end() ? UnitNorm::none
                                          : value_named(unit_norm_names, std::get<std::string>(found->second));
}

}   // namespace

UnitNorm unit_norm_of_layer(const Network& network, int layer)
{
    const LayerOverride* own = find_override(network, layer);
    return own && own->norm ? value_named(unit_norm_names, *own->norm) : usual_norm(network);
}

std::set<UnitNorm> unit_norms(const Network& network)
{
    std::set<UnitNorm> norms;
    int own = 0;
    for (const LayerOverride& override : network.overrides)
        if (override.norm) {
            norms.insert(value_named(unit_norm_names, *override.norm));
            ++own;
        }
    if (own < depth(network))
        norms.insert(usual_norm(network));
    return norms;
}

std::vector<LayerPlan> expand(const Network& network)
{
    LayerWindows windows(network);
    const Activation activation = completed(network.activation);
    const Initializer weight = completed(network.weight), bias = completed(network.bias);
    std::vector<LayerPlan> plan;
    plan.reserve(std::size_t(depth(network)));
    for (int layer = 1; layer <= depth(network); ++layer) {
        const Window& window = windows.convolution();
        int rows = width_of_layer(network, layer), columns = width_of_layer(network, layer - 1);
        if (window.transposed)
            std::swap(rows, columns);
        plan.push_back({layer, columns / window.groups * window.receptive(), rows * window.receptive(), activation,
            weight, bias, window});
        if (const Pooling pooling = windows.pooling(); pooling != Pooling::none) {
            plan.back().pooling = pooling;
            plan.back().pool = windows.pool();
        }
        plan.back().norm = unit_norm_of_layer(network, layer);
        windows.next();
    }
    for (const LayerOverride& override : network.overrides) {
        LayerPlan& changed = plan.at(std::size_t(override.layer - 1));
        if (override.activation)
            changed.activation = completed(*override.activation);
        if (override.weight)
            changed.weight = completed(*override.weight);
        if (override.bias)
            changed.bias = completed(*override.bias);
    }
    const NumberVariables variables = common_law_variables(network);
    const bool shared = is_word(network.options, "shared", "true");   // the matrix is that of layer 1
    for (LayerPlan& layer : plan) {
        const auto evaluate = [&](Initializer& initializer, SharedLaw& typed, Role role) {
            if (!is_typed(initializer))
                return;
            typed = SharedLaw(typed_law(
                initializer, {layer.shape(), role, layer.window.groups, shared ? 1 : layer.layer}, variables));
            initializer = evaluated(*typed);
        };
        evaluate(layer.weight, layer.typed_weight, Role::weight);
        evaluate(layer.bias, layer.typed_bias, Role::bias);
    }
    return plan;
}

NumberVariables common_law_variables(const Network& network)
{
    NumberVariables all {{"L", depth(network)}};
    if (network.widths.empty())
        all.emplace("d", network.width);
    return all;
}

bool laws_differ_by_block(const Network& network)
{
    bool differ = false;
    for_initializers(
        network, [&](const Initializer& initializer) { differ = differ || uses_variable(initializer, "l"); });
    return differ;
}

namespace {

constexpr NamedValue<InputScaling> scaling_names[] {
    {InputScaling::raw, "raw"}, {InputScaling::standardized, "standardized"}, {InputScaling::by_feature, "by_feature"}};

}   // namespace

InputScaling scaling_of(const Input& input) { return value_named(scaling_names, input.scaling); }

const std::vector<std::string>& input_scalings()
{
    static const std::vector<std::string> names = names_of(scaling_names);
    return names;
}

PositionShape position_shape(const Network& network)
{
    const Window window = window_of_layer(network, 1);
    return window.dimensions == 0 ? PositionShape {1, entries_of_layer(network, 0)}
                                  : PositionShape {window.dimensions, window.side};
}

bool same_numbers(Experiment a, const Experiment& b)
{
    a.title = b.title;
    return a == b;
}

bool same_at_step_0(Experiment a, const Experiment& b)
{
    a.train = b.train;
    return same_numbers(std::move(a), b);
}

}   // namespace stepzero
