// SPDX-License-Identifier: GPL-3.0-or-later
// Networks for tests: any in the form of an experiment file, presets, and small networks made of blocks, by name.
#pragma once

#include <QtGlobal>
#include <string>
#include <utility>
#include <vector>

#include "core/files/complete.h"
#include "core/files/experiment_json.h"
#include "core/files/presets.h"
#include "core/files/validate.h"
#include "core/kinds/kinds.h"

namespace networks {

/// Parses a valid experiment file.
inline stepzero::Experiment parsed(const std::string& text)
{
    const auto read = stepzero::parse_experiment(text);
    if (const auto* problems = std::get_if<stepzero::Problems>(&read))
        qFatal("%s", stepzero::sentence(text, problems->front()).english().c_str());
    return std::get<stepzero::Experiment>(read);
}

/// Returns the experiment with these members.
inline stepzero::Experiment with_members(const std::string& members)
{
    return parsed(R"({"format": "stepzero-experiment", "version": 1, )" + members + "}");
}

/// `network` has the members of "network", and `rest` further members of the experiment.
inline stepzero::Experiment experiment(const std::string& network, const std::string& rest = {})
{
    return with_members(R"("network": {)" + network + "}" + (rest.empty() ? "" : ", " + rest));
}

inline stepzero::Experiment preset(const std::string& name)
{
    return parsed(std::string(stepzero::find_preset(name)->text));
}

/// Returns a network with the kind's defaults except for these.
inline stepzero::Experiment of_kind(
    const std::string& kind, int depth, int width, const stepzero::Parameters& options = {}, int samples = 4)
{
    stepzero::Experiment e;
    e.network = stepzero::find_kind(kind)->network;
    e.input = stepzero::find_kind(kind)->input;
    e.network.depth = depth;
    e.network.width = width;
    for (const auto& [name, value] : options)
        e.network.options[name] = value;
    e.input.samples = samples;
    return stepzero::with_completed_parameters(e);
}

/// Returns the experiment, and aborts if it is invalid.
inline stepzero::Experiment valid(const stepzero::Experiment& e)
{
    if (const auto problems = stepzero::validate(e); !problems.empty())
        qFatal("%s", stepzero::sentence(e.network.kind, problems.front()).english().c_str());
    return e;
}

// Small networks made of blocks. Their weights are so large that attention is far from uniform and no branch is small,
// and every vector is randomly initialized.

inline stepzero::Experiment transformer(const std::string& members, const std::string& input = {})
{
    return experiment(R"("kind": "transformer", "depth": 3, "width": 32, "heads": 4, "mlp_ratio": 3, "context": 40,
        "vocabulary": 61, "bias": {"scheme": "normal", "std": 0.1}, )"
            + members,
        R"("input": {"samples": 3, "tokens": 9)" + input + R"(}, "seed": 5)");
}

inline stepzero::Experiment vision(const std::string& members)
{
    return experiment(R"("kind": "vision_transformer", "depth": 3, "width": 32, "heads": 4, "mlp_ratio": 3, "size": 12,
        "patch": 4, "channels": 2, "classes": 7, "bias": {"scheme": "normal", "std": 0.1}, )"
            + members,
        R"("input": {"samples": 3}, "seed": 6)");
}

inline stepzero::Experiment state_space(const std::string& members)
{
    return experiment(R"("kind": "state_space", "depth": 3, "width": 32, "d_state": 5, "vocabulary": 61, )" + members,
        R"("input": {"samples": 3, "tokens": 9}, "seed": 5)");
}

inline const std::string drawn_scale = R"("norm_scale": {"scheme": "normal", "mean": 1, "std": 0.1})";

inline stepzero::Experiment gpt2_like()
{
    return transformer(R"("activation": {"name": "gelu", "approximate": "tanh"},
        "weight": {"scheme": "normal", "std": 0.25}, "roles": {"embedding": {"scheme": "normal", "std": 0.4}, )"
            + drawn_scale + "}",
        R"(, "distribution": "zipf_tokens")");
}

inline stepzero::Experiment bert_like()
{
    return transformer(R"("norm_placement": "post", "causal": false, "embedding_norm": true, "final_norm": false,
        "norm_epsilon": 1e-12, "residual_scaling": "plain", "activation": "gelu",
        "weight": {"scheme": "trunc_normal", "std": 0.25, "low": -0.5, "high": 0.5}, "roles": {)"
        + drawn_scale + "}");
}

inline stepzero::Experiment llama_like()
{
    return transformer(R"("norm": "rms_norm", "norm_epsilon": 1e-6, "activation": "swiglu", "position": "rotary",
        "biases": false, "tied": false, "key_value_heads": 2, "residual_scaling": "plain",
        "weight": {"scheme": "normal", "std": 0.25}, "roles": {)"
        + drawn_scale + "}");
}

inline stepzero::Experiment vit_like()
{
    return vision(R"("weight": {"scheme": "normal", "std": 0.25}, "roles": {)" + drawn_scale + "}");
}

inline std::vector<std::pair<std::string, stepzero::Experiment>> all()
{
    const std::string normal = R"("weight": {"scheme": "normal", "std": 0.25}, "roles": {)" + drawn_scale + "}";
    const auto residual = [&](const std::string& members) {
        return experiment(
            R"("kind": "residual", "depth": 4, "width": 24, "bias": {"scheme": "normal", "std": 0.1}, )" + members,
            R"("input": {"samples": 50}, "seed": 7)");
    };
    return {{"GPT-2-like", gpt2_like()}, {"BERT-like", bert_like()}, {"LLaMA-like", llama_like()},
        {"sandwich, QK norm, fewer keys",
            transformer(R"("norm_placement": "sandwich", "qk_norm": true, "logit_scale": "1/d_h", "skip": 0.9,
                "branch": 0.5, "key_value_heads": 1, "tied": false, "activation": "tanh", )"
                + normal)},
        {"norms with biases",
            transformer(R"("norm_biases": true, "embedding_norm": true, "norm_placement": "sandwich", )" + normal)},
        {"RMSNorm, learned positions, biases, QK norm, no gate",
            transformer(R"("norm": "rms_norm", "qk_norm": true, "embedding_norm": true, "activation": "relu",
                "logit_scale": "none", )"
                + normal)},
        {"sandwich, LayerNorm, gate, no biases",
            transformer(R"("norm_placement": "sandwich", "biases": false, "activation": "geglu", )" + normal)},
        {"no norm, no positions, no biases",
            transformer(R"("norm": "none", "final_norm": false, "position": "none", "biases": false,
                "activation": "silu", "weight": {"scheme": "mean_field", "variance": 1})")},
        {"residual, two layers", residual(R"("weight": {"scheme": "kaiming_normal", "nonlinearity": "relu"})")},
        {"residual, one layer, Post-LN, scaled",
            residual(R"("layers_per_branch": 1, "norm": "layer_norm", "norm_placement": "post",
                "residual_scaling": "deepnorm", "activation": "tanh", )"
                + normal)},
        {"residual, gated, sandwich, wide",
            residual(R"("hidden_ratio": 1.5, "norm": "rms_norm", "norm_placement": "sandwich", "biases": false,
                "residual_scaling": "inverse_sqrt_depth", "activation": "swiglu", )"
                + normal)},
        {"OLMo-2-like: reordered RMSNorm, QK norm",
            transformer(
                R"("norm": "rms_norm", "norm_placement": "reordered", "qk_norm": true, "qk_norm_over": "heads", "position": "rotary",
                "biases": false, "activation": "swiglu", "tied": false, )"
                + normal)},
        {"nGPT-like: norms after branch and sum",
            transformer(R"("norm": "rms_norm", "norm_placement": "normalized", "qk_norm": true, "position": "rotary",
                "biases": false, "activation": "swiglu", "tied": false, "final_norm": false, "embedding_norm": true,
                "skip": 0.8, "branch": 0.2, )"
                + normal)},
        {"the first transformer: sinusoids",
            transformer(R"("position": "sinusoidal", "norm_placement": "post", "embedding_multiplier": 3,
                "final_norm": false, "activation": "relu", )"
                + normal)},
        {"BLOOM-like: ALiBi, six heads",
            [&] {
                stepzero::Experiment e
                    = transformer(R"("position": "alibi", "head_width": 5, "embedding_norm": true, )" + normal);
                e.network.options["heads"] = 6.0;
                return e;
            }()},
        {"T5-like: biases by distance",
            transformer(R"("position": "relative", "relative_buckets": 8, "relative_distance": 6, "norm": "rms_norm",
                "biases": false, "logit_scale": "none", "streams": 2, )"
                + normal)},
        {"T5-like, both sides",
            transformer(R"("position": "relative", "relative_buckets": 8, "relative_distance": 6, "causal": false, )"
                + normal)},
        {"BitNet-like: sub-norms",
            transformer(R"("sub_norm": true, "norm": "rms_norm", "activation": "swiglu", "position": "rotary",
                "biases": false, )"
                + normal)},
        {"sub-norms, gated output", transformer(R"("sub_norm": true, "output_gate": true, )" + normal)},
        {"ViT with sub-norms", vision(R"("sub_norm": true, )" + normal)},
        {"output gate, biases", transformer(R"("output_gate": true, "key_value_heads": 2, )" + normal)},
        {"Qwen-3-Next-like: output gate, QK norm",
            transformer(R"("output_gate": true, "norm": "rms_norm", "activation": "swiglu", "position": "rotary",
                "biases": false, "qk_norm": true, "head_width": 12, )"
                + normal)},
        {"ViT with an output gate", vision(R"("output_gate": true, )" + normal)},
        {"nanochat-like: value embeddings in every second block",
            transformer(
                R"("value_embeddings": true, "value_gate_channels": 12, "norm": "rms_norm", "position": "rotary",
                "biases": false, "key_value_heads": 2, "activation": "squared_relu", "weight": {"scheme": "normal", "std": 0.25},
                "roles": {"value_gate": {"scheme": "normal", "std": 0.5}, )"
                + drawn_scale + "}")},
        {"value embeddings, GPT-2 names",
            transformer(R"("value_embeddings": true, "weight": {"scheme": "normal", "std": 0.25},
                "roles": {"value_gate": {"scheme": "normal", "std": 0.5}, )"
                + drawn_scale + "}")},
        {"DeepSeek-V3-like: latents, shared keys",
            transformer(R"("key_value_rank": 14, "query_rank": 10, "head_width": 12, "shared_key_width": 4,
                "value_width": 7, "norm": "rms_norm", "activation": "swiglu", "position": "rotary", "biases": false, "tied": false, )"
                + normal)},
        {"latents, GPT-2 names",
            transformer(
                R"("key_value_rank": 9, "qk_norm": true, "qk_norm_over": "heads", "output_gate": true, )" + normal)},
        {"latents, part of the shared keys turns, fewer heads, QK norm",
            transformer(
                R"("key_value_rank": 9, "query_rank": 8, "head_width": 10, "shared_key_width": 8, "rotary_share": 0.5,
                "norm": "rms_norm", "qk_norm": true, "position": "rotary", "value_embeddings": true, "value_gate_channels": 12,
                "key_value_heads": 2, "weight": {"scheme": "normal", "std": 0.25},
                "roles": {"value_gate": {"scheme": "normal", "std": 0.5}, )"
                + drawn_scale + "}")},
        {"ViT with latents and wide values",
            vision(R"("key_value_rank": 9, "query_rank": 11, "shared_key_width": 3, "value_width": 10, )" + normal)},
        {"DiT-like: modulated norms and gates",
            vision(R"("norm_modulation": true, "pooling": "mean", "weight": {"scheme": "normal", "std": 0.25},
                "roles": {"attention_modulation": {"scheme": "normal", "std": 0.2},
                "mlp_modulation": {"scheme": "normal", "std": 0.2}, "final_modulation": {"scheme": "normal", "std": 0.2}, )"
                + drawn_scale + "}")},
        {"modulated norms in two streams, GPT-2 names",
            transformer(R"("norm_modulation": true, "streams": 2, "weight": {"scheme": "normal", "std": 0.25},
                "roles": {"attention_modulation": {"scheme": "normal", "std": 0.2},
                "mlp_modulation": {"scheme": "normal", "std": 0.2}, "final_modulation": {"scheme": "normal", "std": 0.2}, )"
                + drawn_scale + "}")},
        {"modulated norms of parallel branches, LLaMA names",
            transformer(R"("norm_modulation": true, "norm": "rms_norm", "parallel": "one_norm", "biases": false,
                "tied": false, "weight": {"scheme": "normal", "std": 0.25},
                "roles": {"attention_modulation": {"scheme": "normal", "std": 0.2}, "mlp_modulation": {"scheme": "normal", "std": 0.2}, )"
                + drawn_scale + "}")},
        {"residual, normalized LayerNorm",
            residual(R"("norm": "layer_norm", "norm_placement": "normalized", "skip": 0.7, "branch": 0.3, )" + normal)},
        {"parallel, normalized",
            transformer(R"("parallel": "two_norms", "norm_placement": "normalized", "skip": 0.7, )" + normal)},
        {"Gemma-2-like: sandwich, multipliers, soft caps",
            transformer(R"("norm": "rms_norm", "norm_placement": "sandwich", "position": "rotary", "biases": false,
                "rotary_scaling": "linear", "head_width": 12, "activation": "geglu_tanh", "embedding_multiplier": 5.6, "attention_multiplier": 1.7,
                "attention_softcap": 3, "logits_multiplier": 0.4, "logits_softcap": 4, )"
                + normal)},
        {"GPT-J-like: parallel, one norm",
            transformer(R"("parallel": "one_norm", "position": "rotary", "tied": false, "skip": 0.8, )" + normal)},
        {"GPT-NeoX-like: parallel, two norms, scaled by depth",
            transformer(R"("parallel": "two_norms", "norm_scaling": true, "qkv": "packed", "position": "rotary",
                "rotary_share": 0.5, "rotary_scaling": "llama3", "rotary_context": 32, "head_bias": true,
                "head_width": 20,
                "weight": {"scheme": "xavier_uniform", "gain": 2}, "roles": {)"
                + drawn_scale + "}")},
        {"parallel, Post-LN, DeepNorm",
            transformer(R"("parallel": "one_norm", "norm_placement": "post", "residual_scaling": "deepnorm",
                "qkv": "packed", "key_value_heads": 2, "weight": {"scheme": "xavier_normal", "gain": 2}, "roles": {)"
                + drawn_scale + "}")},
        {"LLaMA-like, norms scaled by depth",
            transformer(
                R"("norm": "rms_norm", "norm_scaling": true, "biases": false, "activation": "swiglu", )" + normal)},
        {"Mixtral-like: 2 of 4 experts",
            transformer(R"("norm": "rms_norm", "position": "rotary", "biases": false, "activation": "swiglu",
                "tied": false, "experts": 4, "expert_ratio": 1.25, )"
                + normal)},
        {"OLMoE-like: 3 of 20 experts, plain gates, QK norm",
            transformer(R"("norm": "rms_norm", "position": "rotary", "biases": false, "activation": "swiglu",
                "tied": false, "qk_norm": true, "experts": 20, "experts_chosen": 3, "expert_ratio": 0.5,
                "gates_renormalized": false, )"
                + normal)},
        {"experts in GPT-2, two shared, parallel, scaled",
            transformer(R"("experts": 3, "experts_chosen": 1, "shared_experts": 2, "gates_renormalized": false,
                "expert_ratio": 1, "parallel": "two_norms", "weight": {"scheme": "xavier_uniform", "gain": 2}, "roles": {
                "router": {"scheme": "normal", "std": 0.3}, )"
                + drawn_scale + "}")},
        {"3 streams, identity + noise, LLaMA-like",
            transformer(R"("norm": "rms_norm", "position": "rotary", "biases": false, "activation": "swiglu",
                "tied": false, "streams": 3, "mixing_std": 0.3, "skip": 0.9, "branch": 0.7, )"
                + normal)},
        {"2 streams, doubly stochastic, norms scaled by depth",
            transformer(R"("streams": 2, "stream_mixing": "doubly_stochastic", "mixing_std": 1, "norm_scaling": true, )"
                + normal)},
        {"residual, 4 streams, random",
            residual(R"("streams": 4, "stream_mixing": "random", "mixing_std": 0.5, "norm": "layer_norm",
                "norm_placement": "sandwich", )"
                + normal)},
        {"residual, 2 streams, no norm", residual(R"("streams": 2, "skip": 0.9, )" + normal)},
        {"DyT", transformer(R"("norm": "dyt", "dyt_alpha": 0.8, "qk_norm": true, )" + normal)},
        {"ViT-like", vit_like()},
        {"ViT of means, parallel, QK norm, no biases, gate",
            vision(
                R"("pooling": "mean", "position": "none", "head_bias": true, "norm_biases": true, "parallel": "one_norm", "qk_norm": true, "biases": false,
                "activation": "geglu", "embedding_norm": true, )"
                + normal)},
        {"residual, DyT", residual(R"("norm": "dyt", "activation": "tanh", "norm_placement": "sandwich", )" + normal)},
        {"Mamba-like", state_space(R"("expand": 2)")},
        {"Mamba-like, sandwich, all drawn, untied",
            state_space(R"("norm_placement": "sandwich", "tied": false, "skip": 0.9, "dt_rank": 3, "d_conv": 3,
                "expand": 1.5, "weight": {"scheme": "normal", "std": 0.3}, "bias": {"scheme": "normal", "std": 0.1},
                "roles": {"A_log": {"scheme": "normal", "std": 0.5}, "dt_bias": {"scheme": "normal", "std": 1},
                "D": {"scheme": "normal", "mean": 1, "std": 0.1}, )"
                + drawn_scale + "}")},
        {"Mamba-like, LayerNorm, Xavier, time constants alike",
            state_space(R"("norm": "layer_norm", "activation": "gelu", "final_norm": false,
                "residual_scaling": "inverse_sqrt_depth", "weight": {"scheme": "xavier_uniform", "gain": 2}, "roles": {
                "A_log": {"scheme": "constant", "value": 0.125}, "dt_bias": {"scheme": "constant", "value": -0.5}})")},
        {"residual, reordered LayerNorm, gated",
            residual(R"("norm": "layer_norm", "norm_placement": "reordered", "activation": "geglu", "branch": 0.5, )"
                + normal)}};
}

}   // namespace networks
