// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "core/kinds/option_names.h"
#include "core/kinds/resnet.h"
#include "core/theory/mean_field.h"

namespace stepzero {

BlockForm block_form(const Network& network) { return option_value(network, "block", block_names); }

bool ends_in_norm(const Network& network)
{
    return option_chosen(network, "norm") && block_form(network) != BlockForm::convnext
        && !option_value(network, "order", pre_activation_names);
}

ResnetSpec resnet_spec_without_blocks(const Network& network)
{
    ResnetSpec spec;
    spec.form = block_form(network);
    spec.pre_activation = spec.form != BlockForm::convnext && option_value(network, "order", pre_activation_names);
    spec.norm = option_value(network, "norm", image_norm_names);
    spec.norm_groups = whole_option(network, "norm_groups");
    spec.stream = stream_spec(network, 1, spec.form == BlockForm::basic ? 2 : 3);
    spec.epsilon = spec.stream.epsilon;
    spec.stem = option_value(network, "stem", stem_names);
    spec.kernel = whole_option(network, "kernel");
    spec.groups = whole_option(network, "groups");
    spec.border = option_value(network, "padding", image_border_names);
    spec.classes = whole_option(network, "classes");
    spec.biases = option_flag(network, "biases");
    spec.activation = network.activation;

    spec.image_channels = whole_option(network, "channels");
    spec.image_side = whole_option(network, "size");
    const int stem_channels = whole_option(network, "stem_channels");
    spec.stem_channels = stem_channels == 0 ? network.width : stem_channels;
    spec.stem_side = spec.stem_window().side_out();
    if (spec.stem == Stem::pooled)
        spec.stem_side = spec.pool_window().side_out();
    return spec;
}

ResnetSpec resnet_spec(const Network& network)
{
    ResnetSpec spec = resnet_spec_without_blocks(network);
    int channels = spec.stem_channels, side = spec.stem_side, stage_channels = network.width;
    for (int block = 1; block <= network.depth; ++block) {
        ResnetBlock b {.block = block, .channels_in = channels, .side_in = side};
        for (const char* stage : {"stage_2", "stage_3", "stage_4"})
            if (whole_option(network, stage) == block && block > 1) {
                stage_channels = int(std::min(2.0 * stage_channels, 1e8));
                side = spec.form == BlockForm::convnext ? side / 2 : (side + 1) / 2;
            }
        channels = stage_channels;
        b.channels = channels;
        b.hidden = int(std::clamp(std::round(option(network, "hidden_ratio") * channels), 1.0, 1e8));
        b.side = side;
        spec.blocks.push_back(b);
    }
    return spec;
}

Window ResnetSpec::stem_window() const
{
    const Border b = stem == Stem::patch ? Border::none : border;
    const auto [k, s] = stem == Stem::small ? std::pair(3, 1)
        : stem == Stem::pooled              ? std::pair(7, 2)
                                            : std::pair(4, 4);
    return {.dimensions = 2, .side = image_side, .kernel = k, .stride = s, .border = b};
}

Window ResnetSpec::pool_window() const
{
    return {.dimensions = 2, .side = stem_window().side_out(), .kernel = 3, .stride = 2, .border = Border::zeros};
}

std::vector<BranchConvolution> ResnetSpec::branch(const ResnetBlock& b) const
{
    const auto window = [&](int side, int k = 1, int stride = 1, int group = 1) {
        return Window {.dimensions = 2, .side = side, .kernel = k, .stride = stride, .border = border, .groups = group};
    };
    if (form == BlockForm::convnext)
        return {{"conv_1", b.channels, b.channels, window(b.side, kernel, 1, b.channels)},
            {"conv_2", b.channels, b.hidden, window(b.side)}, {"conv_3", b.hidden, b.channels, window(b.side)}};
    if (form == BlockForm::basic)
        return {{"conv_1", b.channels_in, b.hidden, window(b.side_in, kernel, b.stride(), groups)},
            {"conv_2", b.hidden, b.channels, window(b.side, kernel, 1, groups)}};
    return {{"conv_1", b.channels_in, b.hidden, window(b.side_in)},
        {"conv_2", b.hidden, b.hidden, window(b.side_in, kernel, b.stride(), groups)},
        {"conv_3", b.hidden, b.channels, window(b.side)}};
}

Window ResnetSpec::shortcut_window(const ResnetBlock& b) const
{
    const bool halves = form == BlockForm::convnext && b.stride() == 2;
    return {.dimensions = 2,
        .side = b.side_in,
        .kernel = halves ? 2 : 1,
        .stride = b.stride(),
        .border = halves ? Border::none : border};
}

int ResnetSpec::output_entries() const
{
    const ResnetBlock& last = blocks.back();
    return classes > 0 ? classes : last.channels * last.side * last.side;
}

double WeightStandardization::factor(int fan_in) const { return scaled ? gain / std::sqrt(double(fan_in)) : 1; }

std::optional<WeightStandardization> weight_standardization(const Network& network)
{
    const Standardized standardized = option_value(network, "weight_standardization", standardized_names);
    if (standardized == Standardized::no)
        return std::nullopt;
    if (standardized == Standardized::plain)
        return WeightStandardization {};
    const double variance = GaussianExpectation(ActivationFunction(network.activation)).moments(1).variance;
    return WeightStandardization {.scaled = true, .gain = variance > 0 ? 1 / std::sqrt(variance) : 1};
}

}   // namespace stepzero
