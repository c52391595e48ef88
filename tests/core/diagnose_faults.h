// SPDX-License-Identifier: GPL-3.0-or-later
// A faulty network for every fault that a rule detects.
#pragma once

#include "tests/core/diagnose_cases.h"

namespace diagnose_cases {

struct Fault {
    const char* name;
    const char* id;   ///< id of the finding
    Severity severity;
    int first, last;   ///< layers; −1: any
    bool has_fix;
    Experiment experiment;
};

inline std::string weights(const std::string& scheme) { return R"("weight": {"scheme": )" + scheme + "}"; }

inline Experiment in_precision(const char* precision, Experiment e)
{
    e.measure.precision = precision;
    return e;
}

/// Reduces the vocabulary, which has no part in what happens in blocks.
inline Experiment with_few_words(Experiment e)
{
    e.network.options["vocabulary"] = 512.0;
    return e;
}

inline Experiment adapted(const std::string& network, const std::string& zero)
{
    return experiment(
        network, R"("input": {"samples": 64}, "train": {"adapters": {"name": "lora", "zero": ")" + zero + "\"}}");
}

inline std::vector<Fault> faults()
{
    using enum Severity;
    return {
        // Each ReLU layer multiplies RMS by √(0.02/2) = 0.1: √10 is passed at layer 2.
        {"σ = 0.01, ReLU", "vanishing_signal", error, 2, 10, true,
            dense(R"("depth": 10, "width": 200, )" + weights(R"("normal", "std": 0.01)"))},
        // The RMS falls by √½ per layer: 2^(−4/2) < 1/√10 at layer 5.
        {"Xavier and ReLU", "vanishing_signal", warning, 5, 10, true,
            dense(R"("depth": 10, "width": 512, )" + weights(R"("xavier_normal")"))},
        {"constant signal, tanh far below", "vanishing_signal", error, -1, 12, true,
            dense(R"("depth": 12, "width": 200, "activation": "tanh", )" + weights(R"("normal", "std": 0.01)"))},
        {"Xavier with gain 3 and ReLU", "exploding_signal", error, 3, 30, true,
            dense(R"("depth": 30, "width": 200, )" + weights(R"("xavier_normal", "gain": 3)"))},
        {"uniform from 0 to 1", "exploding_signal", error, -1, 8, true,
            dense(R"("depth": 8, "width": 100, )" + weights(R"("uniform", "low": 0, "high": 1)"))},
        {"Xavier and sigmoid", "vanishing_gradient", error, 1, -1, true,
            dense(R"("depth": 12, "width": 200, "activation": "sigmoid", )" + weights(R"("xavier_normal")"))},
        {"ordered tanh", "vanishing_gradient", warning, 1, -1, true,
            dense(R"("depth": 20, "width": 256, "activation": "tanh", "bias": {"scheme": "mean_field", "variance": 0.3},
                )"
                + weights(R"("mean_field", "variance": 1)"))},
        {"chaotic tanh", "exploding_gradient", warning, 1, -1, true,
            dense(R"("depth": 30, "width": 256, "activation": "tanh", )" + weights(R"("mean_field", "variance": 9)"))},
        {"plain residual network, backward", "exploding_gradient", error, 1, -1, true,
            residual(R"("depth": 50, "residual_scaling": "plain")")},
        {"Xavier and ReLU, the cause", "gain_mismatch", warning, 2, 12, true,
            dense(R"("depth": 12, "width": 200, )" + weights(R"("xavier_uniform")"))},
        {"He and tanh, deep", "gain_mismatch", warning, 2, 120, true,
            dense(R"("depth": 120, "width": 200, "activation": "tanh", )" + weights(R"("kaiming_normal")"))},
        {"PyTorch's default, deep", "gain_mismatch", warning, 2, 12, true,
            dense(R"("depth": 12, "width": 200, "bias": {"scheme": "pytorch_linear"}, )"
                + weights(R"("pytorch_linear")"))},
        {"tanh far above", "saturation", warning, 1, 5, true,
            dense(R"("depth": 5, "width": 200, "activation": "tanh", )" + weights(R"("normal", "std": 0.5)"))},
        {"a large input", "saturation", warning, 1, 1, true,
            dense(R"("depth": 3, "width": 200, "activation": "tanh", )" + weights(R"("xavier_normal")"),
                R"("samples": 128, "std": 30)")},
        {"a large output layer", "exploding_signal", note, 4, 4, true,
            dense(R"("widths": [256, 256, 256, 10], "overrides": [{"layer": 4, "activation": "linear",
                "weight": {"scheme": "normal", "std": 1}}])")},
        {"a negative bias", "dead_units", error, -1, 4, true,
            dense(R"("depth": 4, "width": 200, "bias": {"scheme": "constant", "value": -5})")},
        {"fan_out, widths differ", "wrong_fan", warning, 1, 4,
            true, dense(R"("input_width": 64, "widths": [512, 64, 512, 10],
                )" + weights(R"("kaiming_normal", "mode": "fan_out")"))},
        {"fan_out in a wide branch", "wrong_fan", warning, 1, 6, true,
            residual(R"("depth": 6, "hidden_ratio": 8, "norm": "layer_norm", "residual_scaling": "inverse_sqrt_depth",
                )"
                + weights(R"("kaiming_normal", "mode": "fan_out")"))},
        {"[in, out] for PyTorch", "wrong_fan", warning, 1, 4, true,
            dense(R"("input_width": 64, "widths": [512, 64, 512, 10], )"
                + weights(R"("kaiming_normal", "layout": "in_out")"))},
        {"JAX's kernels for PyTorch", "wrong_fan", warning, 1, 3, true,
            experiment(R"("kind": "convolution", "depth": 3, "width": 32, )"
                    + weights(R"("lecun_normal", "layout": "in_out")"),
                R"("input": {"samples": 16})")},
        // With as many channels, a quarter of the weights of an input reach an output.
        {"He in a decoder", "wrong_fan", warning, 1, 5, true,
            experiment(R"("kind": "convolution", "depth": 5, "width": 32, "size": 2, "kernel": 4, "stride": 2,
                "transposed": true, )"
                    + weights(R"("kaiming_normal")"),
                R"("input": {"samples": 4})")},
        {"fan_out of a role", "wrong_fan", warning, 1, 6, true,
            transformer(R"("depth": 6, "roles": {"mlp_in": {"scheme": "variance_scaling", "mode": "fan_out"}})")},
        {"Xavier on packed QKV", "packed_fans", note, 1, 6, true,
            transformer(R"("depth": 6, "qkv": "packed", "weight": {"scheme": "xavier_uniform"}, "roles": {
                "embedding": {"scheme": "normal", "std": 0.02}})")},
        {"adapters of zeros", "dead_adapters", error, 1, 6, true,
            adapted(R"("kind": "residual", "norm": "layer_norm", "residual_scaling": "inverse_sqrt_depth", "depth": 6)",
                "both")},
        {"adapters that begin somewhere", "adapter_offset", warning, 1, 6, true,
            adapted(R"("kind": "dense", "depth": 6)", "neither")},
        {"bounds that are values", "far_bounds", note, 1, 6, true,
            dense(R"("depth": 6, "width": 200, )" + weights(R"("trunc_normal", "std": 0.1, "low": -2, "high": 2)"))},
        {"far bounds of a role", "far_bounds", note, 1, 6, true,
            transformer(R"("depth": 6, "roles": {"mlp_in": {"scheme": "trunc_normal", "std": 0.02}})")},
        {"truncated He, not compensated", "truncated_variance", warning, 1, 20, true,
            dense(R"("depth": 20, "width": 200, )" + weights(R"("kaiming_normal", "bounds": "sigma")"))},
        {"truncated in a residual network", "truncated_variance", note, 1, 6, true,
            residual(R"("depth": 6, "norm": "layer_norm", "residual_scaling": "inverse_sqrt_depth", )"
                + weights(R"("kaiming_normal", "bounds": "sigma")"))},
        {"values that cut He short", "truncated_variance", note, 1, 1, true,
            dense(R"("input_width": 20, "width": 512, "depth": 3, )"
                + weights(R"("kaiming_normal", "bounds": "absolute", "low": -0.2, "high": 0.2)"))},
        {"σ of 1e-8 in fp16", "coarse_dtype", error, 1, 4, true,
            dense(R"("depth": 4, "width": 200, )" + weights(R"("normal", "std": 1e-9, "dtype": "float16")"))},
        {"few numbers of fp16", "coarse_dtype", warning, 1, 6, true,
            transformer(R"("depth": 6, "roles": {"q": {"scheme": "normal", "std": 1e-7, "dtype": "float16"}})")},
        {"chaos in bf16", "rounding_error", warning, -1, 60, true,
            in_precision("bfloat16",
                dense(R"("depth": 60, "width": 200, "activation": "tanh", )"
                    + weights(R"("mean_field", "variance": 3)")))},
        // H_res has σ√4 = 4 in each of the 12 steps.
        {"streams mixed at random", "exploding_streams", error, -1, 6, true,
            transformer(R"("depth": 6, "streams": 4, "stream_mixing": "random", "mixing_std": 2)")},
        {"streams that are forgotten", "fading_streams", error, -1, 24, true,
            residual(R"("depth": 24, "streams": 4, "stream_mixing": "random", "mixing_std": 0.1, "norm": "layer_norm",
                "residual_scaling": "inverse_sqrt_depth")")},
        // s = 0.5·√128 = 5.7, while ln 8 is 2.1.
        {"a large router", "sharp_router", warning, 1, 4, true,
            transformer(R"("depth": 4, "experts": 8, "expert_ratio": 1, "roles": {
                "router": {"scheme": "normal", "std": 0.5}})")},
        {"a router of zeros", "crowded_experts", error, 1, 4, true,
            transformer(R"("depth": 4, "experts": 8, "expert_ratio": 1, "roles": {"router": {"scheme": "zeros"}})")},
        {"experts of tokens that are alike", "crowded_experts", error, 1, 4, true,
            transformer(R"("depth": 4, "experts": 8, "expert_ratio": 1, "bias": {"scheme": "normal", "std": 1})")},
        {"a forgotten divisor of the logits", "sharp_logits", error, 0, 0, true,
            transformer(R"("depth": 4, "logits_multiplier": 100)")},
        // Tokens are equally likely: ln Σ k⁻² + twice the mean of ln k = 10.9 nats, where ln V = 6.2.
        {"log frequencies of other tokens", "sharp_logits", warning, 0, 0, true,
            transformer(R"("depth": 4, "tied": false, "head_bias": true,
                "roles": {"head_bias": {"scheme": "log_frequencies", "exponent": 2}})")},
        // A = −1 and Δ = ln 2 everywhere: 1.44 tokens, where the convolution sees 4.
        {"time constants of zeros", "short_memory", error, 1, 4, true,
            state_space(R"("depth": 4, "roles": {"A_log": {"scheme": "zeros"}, "dt_bias": {"scheme": "zeros"}})")},
        // Δ = ln 2 and A = −1 to −16.
        {"steps of zeros", "short_memory", warning, 1, 4, true,
            state_space(R"("depth": 4, "roles": {"dt_bias": {"scheme": "zeros"}})")},
        {"too large a multiplier in attention", "frozen_attention", error, 1, 4, true,
            transformer(R"("depth": 4, "attention_multiplier": 1000)")},
        {"a positive bias", "bias_offset", warning, 1, 6,
            true, dense(R"("depth": 6, "width": 200, "activation": "tanh", "bias": {"scheme": "ones"},
                )" + weights(R"("xavier_normal")"))},
        {"a bias in blocks", "bias_offset", warning, 1, 6, true,
            residual(R"("depth": 6, "norm": "layer_norm", "residual_scaling": "inverse_sqrt_depth",
                "bias": {"scheme": "constant", "value": 3})")},
        {"constant weights", "symmetric_weights", error, 1, 4, true,
            dense(R"("depth": 4, "width": 100, )" + weights(R"("constant", "value": 0.05)"))},
        {"zero weights in the middle", "symmetric_weights", error, 3, 3, true,
            dense(R"("depth": 5, "width": 100, "overrides": [{"layer": 3, "weight": {"scheme": "zeros"}}])")},
        {"both matrices of a branch 0", "symmetric_weights", error, 1, 6, true,
            residual(R"("depth": 6, "roles": {"branch_in": {"scheme": "zeros"}, "branch_out": {"scheme": "zeros"}})")},
        {"constant queries", "symmetric_weights", error, 1, 4, true,
            transformer(R"("depth": 4, "roles": {"q": {"scheme": "constant", "value": 0.02}})")},
        {"both maps of a latent vector 0", "symmetric_weights", error, 1, 4, true,
            transformer(R"("depth": 4, "key_value_rank": 32, "roles": {"kv_down": {"scheme": "zeros"},
                "kv_up": {"scheme": "zeros"}})")},
        {"modulation and projection both 0", "symmetric_weights", error, 1, 4, true,
            transformer(R"("depth": 4, "norm_modulation": true, "roles": {"attention_out": {"scheme": "zeros"}})")},
        {"plain residual network", "residual_growth", error, 3, 50, true,
            residual(R"("depth": 50, "residual_scaling": "plain")")},
        {"plain Pre-LN residual network", "residual_growth", note, -1, 50, true,
            residual(R"("depth": 50, "norm": "layer_norm", "residual_scaling": "plain")")},
        {"GPT-2, scaling forgotten", "residual_growth", note, -1, 12, true,
            with_few_words(preset("gpt2-scaling-forgotten"))},
        // An MLP writes √(512·0.2² E[gelu(z)²]) with E[z²] = 128·0.2²: about 7, where its input after a norm is 1.
        {"large weights behind a norm", "residual_growth", warning, 1, 6, true,
            transformer(R"("depth": 6, "residual_scaling": "plain", )" + weights(R"("normal", "std": 0.2)"))},
        {"a small skip", "vanishing_gradient", error, 1, -1, true,
            residual(R"("depth": 50, "skip": 0.5, "branch": 0.1)")},
        // 1 − c of deep ReLU networks is 9π²/(2 l²), from the expansion of their map at c = 1. It is below e^−6/2 at
        // layer 189.
        {"ReLU, 230 layers", "alike_inputs", warning, -1, 230, true,
            dense(R"("depth": 230, "width": 400)", R"("samples": 16)")},
        {"ordered tanh, correlation", "alike_inputs", warning, -1, 40, true,
            dense(R"("depth": 40, "width": 256, "activation": "tanh", "bias": {"scheme": "mean_field",
                "variance": 0.05}, )"
                + weights(R"("mean_field", "variance": 1.1)"))},
        // The distance falls by a factor 0.167 per layer once the biases outweigh the signal: below 2^−18 after a dozen
        // layers.
        {"PyTorch's default, correlation", "alike_inputs", error, -1, 16, true,
            dense(R"("depth": 16, "width": 256, "bias": {"scheme": "pytorch_linear"}, )"
                + weights(R"("pytorch_linear")"))},
        {"no skip", "alike_tokens", error, -1, 8, true,
            transformer(R"("depth": 8, "skip": 0, "residual_scaling": "plain", "causal": false)")},
        {"a weak skip, causal", "alike_tokens", warning, 8, 8, true,
            transformer(R"("depth": 8, "skip": 0, "residual_scaling": "plain")")},
        {"large biases that tokens share", "alike_tokens", warning, 1, 4, true,
            transformer(R"("depth": 4, "bias": {"scheme": "normal", "std": 1})")},
        // √2·0.0005, compared with √ε = 0.0032.
        {"small embeddings", "starved_norm", warning, 1, 1, true,
            transformer(R"("depth": 4, "roles": {"embedding": {"scheme": "normal", "std": 0.0005},
                "position": {"scheme": "normal", "std": 0.0005}})")},
        {"sinusoids and embeddings of 0.02", "outweighed_tokens", warning, 0, 0, true,
            transformer(R"("depth": 2, "position": "sinusoidal")")},
        {"large learned positions", "outweighed_tokens", warning, 0, 0, true,
            transformer(R"("depth": 2, "roles": {"position": {"scheme": "normal", "std": 0.5}})")},
        {"small embeddings and their norm", "starved_norm", warning, 1, 1, true,
            transformer(R"("depth": 4, "norm_placement": "post", "embedding_norm": true, "final_norm": false, "roles": {
                "embedding": {"scheme": "normal", "std": 0.0005}, "position": {"scheme": "normal", "std": 0.0005}})")},
        {"small patches and positions", "starved_norm", warning, 1, 1, true,
            vision(R"("weight": {"scheme": "normal", "std": 0.02}, "roles": {"patch": {"scheme": "normal", "std": 1e-5},
                "position": {"scheme": "zeros"}, "class_token": {"scheme": "zeros"}})")},
        {"images from 0 to 1", "raw_input", warning, 1, 1, true,
            vision(R"("weight": {"scheme": "normal", "std": 0.02})", R"(, "mean": 0.45, "std": 0.25)")},
        {"an input of σ 1e-4", "raw_input", warning, 1, 1, true,
            dense(R"("depth": 5, "width": 128)", R"("samples": 128, "std": 1e-4)")},
        {"an input of σ 100", "raw_input", warning, 1, 1, true,
            dense(R"("depth": 5, "width": 128)", R"("samples": 128, "std": 100)")},
        {"weights below a GroupNorm's ε", "starved_norm", warning, 1, 6, true,
            resnet(R"("depth": 6, "norm": "group_norm", "weight": {"scheme": "normal", "std": 1e-7})")},
        {"norms and what they feed both 0", "symmetric_weights", error, 1, 6, true,
            residual(R"("depth": 6, "norm": "layer_norm", "residual_scaling": "inverse_sqrt_depth", "roles": {
                "norm_scale": {"scheme": "zeros"}, "branch_out": {"scheme": "zeros"}})")},
        {"the last norm and its convolution both 0", "symmetric_weights", error, 1, 6, true,
            resnet(R"("depth": 6, "roles": {"last_norm_scale": {"scheme": "zeros"}, "conv_2": {"scheme": "zeros"}})")},
        {"the last norm and the head both 0", "symmetric_weights", error, 0, 0, true,
            transformer(R"("depth": 4, "tied": false, "roles": {"norm_scale": {"scheme": "zeros"},
                "head": {"scheme": "zeros"}})")},
        {"a large head of classes", "sharp_logits", warning, 0, 0, true,
            vision(
                R"("weight": {"scheme": "normal", "std": 0.02}, "roles": {"head": {"scheme": "normal", "std": 0.3}})")},
        {"large queries and keys of patches", "frozen_attention", error, 1, 4, true,
            vision(R"("weight": {"scheme": "normal", "std": 0.02}, "roles": {"q": {"scheme": "normal", "std": 0.3},
                "k": {"scheme": "normal", "std": 0.3}})")},
        {"large queries and keys", "frozen_attention", error, 1, 4, true,
            transformer(R"("depth": 4, "roles": {"q": {"scheme": "normal", "std": 0.3},
                "k": {"scheme": "normal", "std": 0.3}})")},
        // Latent vectors have length √64, so s = 0.6·8·0.25·8 = 9.6.
        {"large queries and keys of latent vectors", "frozen_attention", error, 1, 4, true,
            transformer(R"("depth": 4, "key_value_rank": 64, "query_rank": 64, "roles": {
                "q_up": {"scheme": "normal", "std": 0.6}, "kv_up": {"scheme": "normal", "std": 0.25}})")},
        // s² = d_h = 32, which is beyond 2 ln 48.
        {"logits not scaled", "frozen_attention", error, 1, 4, true,
            transformer(R"("depth": 4, "logit_scale": "none", "roles": {"q": {"scheme": "lecun_normal"},
                "k": {"scheme": "lecun_normal"}})")},
        {"zero queries", "uniform_attention", note, 1, 4, true,
            transformer(R"("depth": 4, "roles": {"q": {"scheme": "zeros"}})")},
        {"tiny queries and keys", "uniform_attention", note, 1, 4, true,
            transformer(R"("depth": 4, "roles": {"q": {"scheme": "normal", "std": 0.0004},
                "k": {"scheme": "normal", "std": 0.0004}})")},
        {"an embedding as PyTorch's", "sharp_logits", error, 0, 0, true,
            transformer(R"("depth": 4, "roles": {"embedding": {"scheme": "normal", "std": 1}})")},
        {"a large head", "sharp_logits", warning, 0, 0, true,
            transformer(R"("depth": 4, "tied": false, "roles": {"head": {"scheme": "normal", "std": 0.2}})")},
        {"a large norm scale", "norm_scale", warning, 1, 6, true,
            residual(R"("depth": 6, "norm": "rms_norm", "residual_scaling": "inverse_sqrt_depth",
                "roles": {"norm_scale": {"scheme": "constant", "value": 5}})")},
        {"a norm scale of 0", "norm_scale", error, 1, 4, true,
            transformer(R"("depth": 4, "roles": {"norm_scale": {"scheme": "zeros"}})")},
        {"a final norm of 0", "norm_scale", error, 0, 0, true,
            transformer(R"("depth": 4, "roles": {"final_norm_scale": {"scheme": "zeros"}})")},
        {"the final norm and the head both 0", "symmetric_weights", error, 0, 0, true,
            transformer(R"("depth": 4, "tied": false, "roles": {"final_norm_scale": {"scheme": "zeros"},
                "head": {"scheme": "zeros"}})")},
        {"norms of queries and keys both 0", "symmetric_weights", error, 1, 4, true,
            transformer(R"("depth": 4, "qk_norm": true, "roles": {"query_norm_scale": {"scheme": "zeros"},
                "key_norm_scale": {"scheme": "zeros"}})")},
        // The RMS is 3.0·(3/√2)^(l − 1). The largest entries exceed 65504 first.
        {"Xavier with gain 3, float16", "signal_overflow", warning, -1, 20, true,
            dense(R"("depth": 20, "width": 200, )" + weights(R"("xavier_normal", "gain": 3)"))},
        {"Xavier with gain 9, float32", "signal_overflow", error, -1, 60, true,
            dense(R"("depth": 60, "width": 200, )" + weights(R"("xavier_normal", "gain": 9)"))},
        {"σ = 0.01, float16", "signal_underflow", warning, -1, 14, true,
            dense(R"("depth": 14, "width": 200, )" + weights(R"("normal", "std": 0.01)"))},
        {"Xavier and ReLU, float8", "signal_underflow", note, -1, 24, true,
            dense(R"("depth": 24, "width": 200, )" + weights(R"("xavier_normal")"))},
        {"sigmoids, float16", "gradient_underflow", warning, 1, -1, true,
            dense(R"("depth": 20, "width": 200, "activation": "sigmoid", )" + weights(R"("xavier_normal")"))},
        {"a blown up residual network, lost", "signal_overflow", error, -1, 80, true,
            residual(R"("depth": 80, "residual_scaling": "plain", )" + weights(R"("normal", "std": 0.4)"))},
        // E[x²] grows by 50% to 100% per block, after a stem that fan_out makes small.
        {"a ResNet without its norms", "residual_growth", warning, -1, 12, true,
            resnet(R"("depth": 12, "norm": "none", "stage_2": 0, "stage_3": 0, "roles": {"stem":
                {"scheme": "kaiming_normal", "mode": "fan_in", "nonlinearity": "relu"}})")},
        {"a stem by fan_out, no norm", "wrong_fan", warning, 0, 0, true,
            resnet(R"("depth": 3, "norm": "none", "residual_scaling": "fixup", "stage_2": 0, "stage_3": 0)")},
        {"a ResNet's large norm scale", "norm_scale", warning, 1, 6, true,
            resnet(R"("depth": 6, "roles": {"norm_scale": {"scheme": "constant", "value": 5}})")},
        {"a ResNet of σ = 0.001 without norms", "vanishing_gradient", error, 1, -1, true,
            resnet(R"("depth": 6, "norm": "none", "skip": 0, "weight": {"scheme": "normal", "std": 0.001})")},
        {"width 6, 60 layers", "too_narrow", error, 0, 0, true, dense(R"("depth": 60, "width": 6)")},
    };
}

}   // namespace diagnose_cases
