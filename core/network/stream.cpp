// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/stream.h"

#include "core/modules/gated.h"

namespace stepzero {

std::vector<ParameterInfo> stream_options(const std::string& norm, const std::string& scaling)
{
    std::vector<std::string> schemes, labels;
    for (const ResidualScheme& scheme : residual_schemes()) {
        schemes.push_back(scheme.name);
        labels.push_back(scheme.label);
    }
    return {
        {.name = "norm",
            .label = "norm",
            .default_value = norm,
            .choices = {"none", "layer_norm", "rms_norm"},
            .choice_labels = {"none", "Layer", "RMS"}},
        {.name = "norm_placement",
            .label = "placement",
            .default_value = std::string("pre"),
            .choices = {"pre", "post", "sandwich"}},
        {.name = "norm_epsilon", .label = "norm ε", .default_value = 1e-5, .low = 1e-30, .high = 1},
        {.name = "residual_scaling",
            .label = "scaling",
            .default_value = scaling,
            .choices = schemes,
            .choice_labels = labels},
        {.name = "skip", .label = "skip s", .default_value = 1.0, .low = -1e3, .high = 1e3},
        {.name = "branch", .label = "branch α", .default_value = 1.0, .low = -1e3, .high = 1e3},
    };
}

StreamSpec stream_spec(const Network& network, int branches_per_block, int layers_per_branch)
{
    StreamSpec s;
    const std::string &norm = option_word(network, "norm"), &placement = option_word(network, "norm_placement");
    s.norm = norm == "rms_norm" ? NormKind::rms : NormKind::layer;
    s.placement = norm == "none" ? Placement::none
        : placement == "post"    ? Placement::post
        : placement == "pre"     ? Placement::pre
                                 : Placement::sandwich;
    s.epsilon = option(network, "norm_epsilon");
    s.scaling = residual_scaling(
        option_word(network, "residual_scaling"), {network.depth, branches_per_block, layers_per_branch});
    s.skip = s.scaling.skip * option(network, "skip");
    s.branch = s.scaling.branch * option(network, "branch");
    return s;
}

Activation block_activation(const Network& network)
{
    return has_gate(network) ? gate_activation(network.activation.name) : network.activation;
}

bool has_gate(const Network& network) { return is_gated(network.activation); }

}   // namespace stepzero
