// SPDX-License-Identifier: GPL-3.0-or-later
// Networks to judge the findings by, which no threshold was tuned to: published recipes at random sizes, with one fault
// at a random place and of a random size.
//
// A fault counts as detected if a finding has one of its ids. There are several ids where one cause has several true
// findings. A σ that is too small lets the signal vanish; after norms or a saturated layer, only the gradient vanishes.
// A scale of norms that is not 1 is found at whatever reads it: logits, attention or branches. A layer far too large
// saturates a tanh, kills ReLU units and makes a linear signal explode. A raw input saturates the first layer. An id
// alone does not count where one place is the cause: then the first finding's message, cause or first fix must name it.
#pragma once

#include "tests/core/diagnose_recipes.h"

namespace diagnose_cases {

class RandomFaults : RandomRecipes {
public:
    using RandomRecipes::RandomRecipes;

    HeldOut faulty()
    {
        HeldOut made = [this] {
            switch (whole(0, 9)) {   // dense networks have the largest number of possible faults
            case 0:
            case 1:
            case 2:
            case 3:
                return dense_fault();
            case 4:
                return convolution_fault();
            case 5:
                return residual_fault();
            case 6:
                return resnet_fault();
            case 7:
                return transformer_fault();
            case 8:
                return vision_fault();
            default:
                return state_space_fault();
            }
        }();
        made.experiment = with_completed_parameters(made.experiment);
        return made;
    }

private:
    using Ids = std::set<std::string>;
    /// The possible effects of a scale of norms that is not 1.
    static Ids norm_ids()
    {
        return {"norm_scale", "symmetric_weights", "frozen_attention", "sharp_logits", "residual_growth",
            "vanishing_gradient"};
    }

    /// Returns the network with a fault in it.
    static HeldOut with(HeldOut network, const std::string& fault, Ids ids, std::vector<std::string> blamed = {})
    {
        network.name += ": " + fault;
        network.ids = std::move(ids);
        network.blamed = std::move(blamed);
        return network;
    }

    // One fault each

    HeldOut deep_relu(bool head = false) { return dense_of(relu_choice(chance(0.5)), whole(10, 16), head); }
    double right_std(const Experiment& e) const
    {
        return std::sqrt((e.network.activation.name == "relu" ? 2.0 : 1.0) / e.network.width);
    }

    HeldOut dense_fault()
    {
        switch (whole(0, 13)) {
        case 0: {
            HeldOut n = deep_relu();
            n.experiment.network.weight = normal(right_std(n.experiment) * about(0.2, 0.6));
            return with(n, "σ too small", {"vanishing_signal", "vanishing_gradient"});
        }
        case 1: {
            HeldOut n = deep_relu();
            n.experiment.network.weight = normal(right_std(n.experiment) * about(1.6, 4));
            return with(n, "σ too large", {"exploding_signal", "exploding_gradient"});
        }
        case 2: {
            HeldOut n = deep_relu();
            n.experiment.network.weight = named(one_of({"xavier_normal", "xavier_uniform", "lecun_normal"}));
            return with(n, "a scheme for tanh", {"vanishing_signal", "gain_mismatch"});
        }
        case 3: {
            HeldOut n = deep_relu();
            n.experiment.network.weight = n.experiment.network.bias = named("pytorch_linear");
            return with(
                n, "PyTorch's default", {"vanishing_signal", "vanishing_gradient", "gain_mismatch", "alike_inputs"});
        }
        case 4:
        case 5: {
            HeldOut n = dense_of(dense_choice(), whole(6, 14), chance(0.3));
            Experiment& e = n.experiment;
            const int layer = whole(2, e.network.depth - 2);
            const bool small = chance(0.5);
            e.network.overrides.insert(e.network.overrides.begin(),
                {layer, {}, normal(right_std(e) * (small ? about(1e-4, 0.02) : about(20, 200))), {}});
            return with(n, "one layer's σ",
                small
                    ? Ids {"vanishing_signal", "vanishing_gradient"}
                    : Ids {"exploding_signal", "exploding_gradient", "saturation", "dead_units", "vanishing_gradient"},
                {"layer " + std::to_string(layer)});
        }
        case 6:
        case 7: {
            HeldOut n = dense_of(relu_choice(chance(0.5)), whole(6, 14), chance(0.3));
            const int layer = whole(2, n.experiment.network.depth - 2);
            n.experiment.network.overrides.insert(
                n.experiment.network.overrides.begin(), {layer, {}, {}, constant(-between(4, 10))});
            return with(n, "a layer dead by its bias", {"dead_units", "bias_offset", "vanishing_signal"},
                {"layer " + std::to_string(layer), "bias"});
        }
        case 8: {
            const bool tanh = chance(0.5);
            HeldOut n = tanh ? dense_of({"tanh", named("xavier_normal"), 10}, whole(4, 10), false) : deep_relu();
            n.experiment.network.bias = constant(tanh ? between(1, 3) : -between(2, 6));
            return with(n, "all biases",
                {"dead_units", "bias_offset", "saturation", "vanishing_gradient", "alike_inputs"}, {"bias"});
        }
        case 9: {
            HeldOut n = dense_recipe(whole(3, 10));
            n.experiment.input.distribution = "normal";
            const int which = whole(0, 2);
            n.experiment.input.mean = which == 0 ? between(20, 128) : 0;
            n.experiment.input.std = which == 0 ? between(10, 60) : which == 1 ? about(100, 1000) : about(1e-5, 1e-3);
            return with(n, "a raw input", {"raw_input", "saturation"}, {"input is not standardized"});
        }
        case 10: {
            HeldOut n = deep_relu();
            n.experiment.network.input_width = 32 * whole(1, 2);
            for (int l = 0, swings = whole(3, 6); l < swings; ++l)
                n.experiment.network.widths.push_back(l % 2 == 0 ? 32 * whole(12, 24) : 32 * whole(1, 2));
            n.experiment.network.widths.push_back(10);
            if (chance(0.5))
                n.experiment.network.weight = he("relu", "fan_out");
            else
                n.experiment.network.weight.parameters["layout"] = std::string("in_out");
            return with(n, "the wrong fan", {"wrong_fan", "exploding_signal", "vanishing_signal"}, {"fan"});
        }
        case 11: {
            HeldOut n = deep_relu();
            n.experiment.network.weight = constant(about(0.001, 0.1));
            return with(n, "constant weights", {"symmetric_weights"});
        }
        case 12: {
            HeldOut n = deep_relu();
            const double std = right_std(n.experiment);
            n.experiment.network.weight = normal(std, std * between(0.3, 1));
            return with(n, "weights with a mean", {"weight_mean", "exploding_signal", "exploding_gradient"}, {"mean"});
        }
        default: {
            HeldOut n = dense_of({"tanh", {"mean_field", {{"variance", between(4, 9)}}}, 40}, whole(25, 40), false);
            return with(n, "chaos", {"exploding_gradient", "gain_mismatch"});
        }
        }
    }

    HeldOut convolution_fault()
    {
        HeldOut n = plain_convolution();
        Network& network = n.experiment.network;
        network.depth = 8;
        word(n.experiment, "padding", "circular");
        const double std = std::sqrt(2.0 / (9 * network.width));
        switch (whole(0, 4)) {
        case 0:
            network.weight = normal(std * about(0.2, 0.6));
            return with(n, "σ too small", {"vanishing_signal", "vanishing_gradient"});
        case 1:
            network.weight = normal(std * about(1.6, 4));
            return with(n, "σ too large", {"exploding_signal", "exploding_gradient"});
        case 2: {
            network.activation = {"relu", {}};
            network.weight = he("relu");
            const int layer = whole(2, network.depth - 2);
            network.overrides = {{layer, {}, {}, constant(-between(4, 10))}};
            return with(n, "a layer dead by its bias", {"dead_units", "bias_offset", "vanishing_signal"},
                {"layer " + std::to_string(layer), "bias"});
        }
        case 3: {
            const int layer = whole(2, network.depth - 2);
            network.overrides = {{layer, {}, normal(std * about(1e-4, 0.02)), {}}};
            return with(
                n, "one layer's σ", {"vanishing_signal", "vanishing_gradient"}, {"layer " + std::to_string(layer)});
        }
        default:
            n.experiment.input.mean = between(20, 128);
            n.experiment.input.std = between(10, 60);
            return with(n, "a raw input", {"raw_input"}, {"input"});
        }
    }

    HeldOut residual_fault()
    {
        HeldOut n = residual_recipe();
        Network& network = n.experiment.network;
        switch (whole(0, 5)) {
        case 0:
            network.depth = whole(20, 40);
            word(n.experiment, "norm", "none");
            word(n.experiment, "residual_scaling", "plain");
            network.activation = {"relu", {}};
            network.weight = he("relu");
            return with(n, "depth scaling forgotten", {"residual_growth", "exploding_gradient"});
        case 1:
            word(n.experiment, "norm", "layer_norm");
            network.roles["norm_scale"] = chance(0.5) ? named("zeros") : constant(about(4, 20));
            return with(n, "the norms' scale", norm_ids(), {"norm"});
        case 2:
            word(n.experiment, "residual_scaling", "inverse_sqrt_depth");
            network.roles["branch_in"] = network.roles["branch_out"] = named("zeros");
            return with(n, "two factors of zero", {"symmetric_weights"}, {"both 0"});
        case 3:
            network.depth = whole(16, 40);
            word(n.experiment, "norm", "none");
            word(n.experiment, "residual_scaling", "skipinit");
            option(n.experiment, "skip", between(0.3, 0.6));
            return with(n, "a small skip", {"vanishing_gradient", "vanishing_signal", "residual_decay"}, {"skip"});
        case 4:
            word(n.experiment, "residual_scaling", "inverse_sqrt_depth");
            network.roles["branch_in"] = constant(about(0.01, 0.1));
            return with(n, "constant weights", {"symmetric_weights"});
        default:
            word(n.experiment, "norm", "layer_norm");
            word(n.experiment, "residual_scaling", "inverse_sqrt_depth");
            network.bias = constant(between(2, 5));
            return with(n, "biases with an offset", {"bias_offset"}, {"bias"});
        }
    }

    HeldOut resnet_fault()
    {
        HeldOut n = resnet_recipe();
        Network& network = n.experiment.network;
        switch (whole(0, 4)) {
        case 0:
            network.roles.erase("last_norm_scale");
            network.roles["norm_scale"] = chance(0.5) ? named("zeros") : constant(about(4, 20));
            return with(n, "the norms' scale", norm_ids(), {"norm"});
        case 1:
            network.roles.erase("last_norm_scale");
            word(n.experiment, "norm", "none");
            network.weight = normal(about(1e-4, 2e-3));
            option(n.experiment, "skip", 0.0);
            return with(n, "σ too small without norms", {"vanishing_gradient", "vanishing_signal"});
        case 2:
            word(n.experiment, "norm", "group_norm");
            network.roles.erase("last_norm_scale");
            network.weight = normal(about(1e-8, 1e-6));
            return with(n, "σ below the norms' ε", {"starved_norm", "vanishing_gradient"}, {"ε"});
        case 3:
            network.roles["conv_1"] = constant(about(0.01, 0.1));
            return with(n, "constant kernels", {"symmetric_weights"});
        default:
            network.depth = 12;
            option(n.experiment, "stage_2", 0.0);
            option(n.experiment, "stage_3", 0.0);
            network.roles.erase("last_norm_scale");
            word(n.experiment, "norm", "none");
            network.weight = he("relu");
            return with(n, "norms left out", {"residual_growth", "exploding_gradient"});
        }
    }

    /// Faults of any network with attention.
    HeldOut attention_fault(HeldOut n)
    {
        Network& network = n.experiment.network;
        switch (whole(0, 5)) {
        case 0:
            network.roles["q"] = network.roles["k"] = normal(between(0.4, 0.8));
            return with(n, "large queries and keys", {"frozen_attention"});
        case 1:
            network.roles["norm_scale"] = named("zeros");
            return with(n, "norms of 0", norm_ids(), {"norm"});
        case 2:
            network.roles["v"] = network.roles["attention_out"] = named("zeros");
            return with(n, "two factors of zero", {"symmetric_weights"}, {"both 0"});
        case 3:
            network.roles["q"] = constant(about(0.005, 0.05));
            return with(n, "constant queries", {"symmetric_weights"}, {"q"});
        case 4:
            option(n.experiment, "attention_multiplier", about(1e3, 1e4));
            network.roles["q"] = network.roles["k"] = normal(0.05);
            return with(n, "a forgotten divisor in attention", {"frozen_attention"}, {"multiplier"});
        default:
            network.roles["norm_scale"] = constant(about(5, 20));
            return with(n, "large norms", norm_ids(), {"norm"});
        }
    }

    HeldOut transformer_fault()
    {
        HeldOut n = transformer_recipe();
        Network& network = n.experiment.network;
        option(n.experiment, "experts", 0.0);
        network.roles.clear();
        switch (whole(0, 9)) {
        case 0:
            word(n.experiment, "tied", "true");
            network.roles["embedding"] = normal(between(0.7, 1.5));
            return with(n, "PyTorch's embedding, tied", {"sharp_logits"}, {"embedding"});
        case 1:
            word(n.experiment, "tied", "false");
            network.roles["head"] = normal(between(0.3, 1));
            return with(n, "a large head", {"sharp_logits"}, {"head"});
        case 2:
            option(n.experiment, "logits_multiplier", about(30, 300));
            return with(n, "a forgotten divisor of the logits", {"sharp_logits"}, {"logits"});
        case 3:
            network.roles["embedding"] = network.roles["position"] = normal(about(1e-5, 5e-4));
            if (std::get<std::string>(network.options["position"]) != "learned")
                network.roles.erase("position");
            return with(n, "tiny embeddings", {"starved_norm"}, {"embedding"});
        case 4:
            option(n.experiment, "experts", 8.0);
            option(n.experiment, "expert_ratio", 1.0);
            network.roles["router"] = chance(0.5) ? named("zeros") : normal(between(0.5, 1));
            return with(n, "the router", {"crowded_experts", "sharp_router"}, {"router"});
        default:
            return attention_fault(n);
        }
    }

    HeldOut vision_fault()
    {
        HeldOut n = vision_recipe();
        Network& network = n.experiment.network;
        switch (whole(0, 6)) {
        case 0:
            n.experiment.input.mean = between(0.5, 3);
            n.experiment.input.std = n.experiment.input.mean * between(0.2, 0.7);
            return with(n, "a raw input", {"raw_input"}, {"input"});
        case 1:
            // The mean over 16 tokens is a quarter as long as a token, so a head of 0.3 is healthy there.
            network.roles["head"]
                = normal(std::get<std::string>(network.options["pooling"]) == "mean" ? between(1, 3) : between(0.3, 1));
            return with(n, "a large head", {"sharp_logits"}, {"head"});
        default:
            return attention_fault(n);
        }
    }

    HeldOut state_space_fault()
    {
        HeldOut n = state_space_recipe();
        Network& network = n.experiment.network;
        switch (whole(0, 4)) {
        case 0:
            network.roles["dt_bias"] = constant(between(0, 4));
            return with(n, "long steps", {"short_memory"});
        case 1:
            network.roles["embedding"] = normal(between(0.7, 1.5));
            return with(n, "PyTorch's embedding, tied", {"sharp_logits"}, {"embedding"});
        case 2:
            network.roles["norm_scale"] = chance(0.5) ? named("zeros") : constant(about(4, 20));
            return with(n, "the norms' scale", norm_ids(), {"norm"});
        case 3:
            network.roles["in_proj"] = network.roles["out_proj"] = named("zeros");
            return with(n, "two factors of zero", {"symmetric_weights"}, {"both 0"});
        default:
            network.roles["in_proj"] = constant(about(0.005, 0.05));
            return with(n, "constant weights", {"symmetric_weights"});
        }
    }
};

}   // namespace diagnose_cases
