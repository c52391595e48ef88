// SPDX-License-Identifier: GPL-3.0-or-later
// Small residual networks of convolutions for tests.
#pragma once

#include <QTest>
#include <algorithm>
#include <array>
#include <random>

#include "tests/networks.h"

namespace resnet_cases {

inline stepzero::Experiment resnet(const stepzero::Parameters& options, int depth = 6, int width = 16)
{
    return networks::valid(networks::of_kind("resnet", depth, width, options));
}

/// Returns a random valid network, with any value of every option.
inline stepzero::Experiment any(std::mt19937& random)
{
    using namespace stepzero;
    const auto of = [&](auto... choices) {
        const std::array all {choices...};
        return all[random() % all.size()];
    };
    const auto word = [&](auto... choices) { return std::string(of(choices...)); };
    const Initializer weights[] {{"kaiming_normal", {{"mode", std::string("fan_out")}}}, {"xavier_uniform", {}},
        {"trunc_normal", {{"std", 0.1}}}, {"normal", {{"mean", 0.02}, {"std", 0.2}}}, {"orthogonal", {}},
        {"delta_orthogonal", {}}, {"pytorch_linear", {}}, {"mean_field", {{"variance", 2.0}}}};
    const Initializer scales[] {{"ones", {}}, {"normal", {{"mean", 1.0}, {"std", 0.2}}}};
    Experiment e;
    do {
        e = {};
        e.network = resnet_kind().network;
        e.network.depth = of(1, 2, 3, 5);
        e.network.width = of(8, 16, 24);
        e.network.weight = weights[random() % 8];
        e.network.bias = {"normal", {{"std", 0.2}}};
        e.network.activation = {word("relu", "tanh", "gelu", "silu", "linear"), {}};
        e.network.roles["norm_scale"] = scales[random() % 2];
        Parameters& o = e.network.options;
        o["block"] = word("basic", "bottleneck", "convnext");
        o["order"] = word("post_activation", "pre_activation");
        o["norm"] = word("batch_norm", "group_norm", "layer_norm", "none");
        o["norm_groups"] = of(1.0, 2.0, 4.0);
        o["size"] = of(8.0, 12.0, 17.0);
        o["stem"] = word("3x3", "7x7_pool", "patch");
        o["stage_2"] = of(0.0, 2.0, 3.0);
        o["stage_3"] = of(0.0, 4.0);
        o["hidden_ratio"] = of(1.0, 0.5, 2.0);
        o["kernel"] = of(1.0, 3.0, 5.0);
        o["groups"] = of(1.0, 2.0);
        o["padding"] = word("zeros", "circular");
        o["channels"] = of(1.0, 3.0, 4.0);
        o["stem_channels"] = of(0.0, 8.0);
        o["classes"] = of(0.0, 10.0);
        o["weight_standardization"] = word("none", "plain", "scaled");
        o["biases"] = of(0.0, 1.0);
        o["skip"] = of(1.0, 0.8, -0.7);
        o["branch"] = of(1.0, 0.3);
        o["residual_scaling"] = word("plain", "fixup", "inverse_sqrt_depth");
        e.input.samples = of(3, 6);
        e.input.mean = of(0.0, 0.5);
        e.seed = random();
        e = with_completed_parameters(e);
        // Norms over few numbers, or over equal numbers, would only divide rounding errors.
    } while (!validate(e).empty());
    return e;
}

}   // namespace resnet_cases
