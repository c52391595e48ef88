// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "core/kinds/option_names.h"
#include "core/kinds/stream.h"
#include "core/kinds/tokens.h"
#include "core/kinds/transformer.h"

namespace stepzero {

namespace {

/// Returns a width that an option gives as a ratio.
int width_of(const Network& network, const char* name)
{
    return std::max(1, int(std::lround(option(network, name) * network.width)));
}

void add_words(const Network& network, TransformerSpec& spec)
{
    const Positions positions = option_value(network, "position", position_names);
    spec.vocabulary = whole_option(network, "vocabulary");
    spec.positions = positions == Positions::learned ? whole_option(network, "context") : 0;
    if (positions == Positions::rotary)
        spec.rotary = {.base = option(network, "rotary_base"),
            .share = option(network, "rotary_share"),
            .scaling = option_value(network, "rotary_scaling", rotary_scaling_names),
            .factor = option(network, "rotary_factor"),
            .context = option(network, "rotary_context")};
    spec.causal = option_flag(network, "causal");
    spec.sinusoids = positions == Positions::sinusoidal;
    spec.alibi = positions == Positions::alibi;
    if (positions == Positions::relative)
        spec.relative = {.count = whole_option(network, "relative_buckets"),
            .largest = whole_option(network, "relative_distance"),
            .causal = spec.causal};
    spec.tied = option_flag(network, "tied");
    if (spec.value_embeddings)
        spec.value_gate_channels = whole_option(network, "value_gate_channels");
    spec.embedding_multiplier = option(network, "embedding_multiplier");
    spec.rows = {.added = whole_option(network, "new_tokens"),
        .rule = option_value(network, "new_rows", new_rows_names),
        .padding = option_flag(network, "padding_row")};
}

void add_images(const Network& network, TransformerSpec& spec)
{
    spec.image = image_spec(network);
    spec.vocabulary = whole_option(network, "classes");
    spec.positions = option_value(network, "position", position_names) == Positions::learned ? spec.image->tokens() : 0;
    spec.causal = spec.tied = false;
}

}   // namespace

int head_width(const Network& network)
{
    const int given = whole_option(network, "head_width");
    return given > 0 ? given : std::max(1, network.width / whole_option(network, "heads"));
}

std::optional<LatentWidths> latent_widths(const Network& network)
{
    const int rank = whole_option(network, "key_value_rank");
    if (rank == 0)
        return std::nullopt;
    return LatentWidths {.query_rank = whole_option(network, "query_rank"),
        .rank = rank,
        .shared = whole_option(network, "shared_key_width")};
}

double share_of_tokens(const Network& network, const ParameterPlan& plan)
{
    const bool chosen = plan.expert > 0 && plan.expert <= whole_option(network, "experts");
    return chosen ? option(network, "experts_chosen") / option(network, "experts") : 1;
}

ImageSpec image_spec(const Network& network)
{
    return {.channels = whole_option(network, "channels"),
        .side = whole_option(network, "size"),
        .patch = whole_option(network, "patch"),
        .class_token = option_value(network, "pooling", class_token_names)};
}

TransformerSpec transformer_spec(const Network& network)
{
    const StreamSpec stream = stream_spec(network, 2, 2);
    const int heads = whole_option(network, "heads"), narrow = whole_option(network, "key_value_heads");
    TransformerSpec spec {.layers = network.depth,
        .width = network.width,
        .heads = heads,
        .key_value_heads = narrow == 0 ? heads : narrow,
        .head_width = whole_option(network, "head_width"),
        .value_width = whole_option(network, "value_width"),
        .latent = latent_widths(network),
        .mlp_width = width_of(network, "mlp_ratio"),
        .bias = option_flag(network, "biases"),
        .qkv_packed = option_value(network, "qkv", qkv_packed_names) && !latent_widths(network),
        .qk_norm = option_flag(network, "qk_norm"),
        .embedding_norm = option_flag(network, "embedding_norm"),
        .final_norm = option_flag(network, "final_norm"),
        .sub_norm = option_flag(network, "sub_norm"),
        .output_gate = option_flag(network, "output_gate"),
        .value_embeddings = option_flag(network, "value_embeddings"),
        .qk_norm_over_heads = option_value(network, "qk_norm_over", qk_norm_over_heads_names),
        .head_bias = option_flag(network, "head_bias"),
        .norm_biases = option_flag(network, "norm_biases"),
        .logit_scale = option_value(network, "logit_scale", logit_scale_names),
        .attention_multiplier = option(network, "attention_multiplier"),
        .logits_multiplier = option(network, "logits_multiplier"),
        .attention_softcap = option(network, "attention_softcap"),
        .logits_softcap = option(network, "logits_softcap"),
        .placement = stream.placement,
        .parallel = option_value(network, "parallel", parallel_names),
        .norm = stream.norm,
        .epsilon = stream.epsilon,
        .alpha = stream.alpha,
        .modulated = option_flag(network, "norm_modulation"),
        .norm_scaling = option_flag(network, "norm_scaling"),
        .activation = block_activation(network),
        .gated = has_gate(network),
        .experts = whole_option(network, "experts"),
        .experts_chosen = whole_option(network, "experts_chosen"),
        .shared_experts = whole_option(network, "shared_experts"),
        .expert_width = width_of(network, option(network, "expert_ratio") > 0 ? "expert_ratio" : "mlp_ratio"),
        .gates_renormalized = option_flag(network, "gates_renormalized"),
        .skip = stream.skip,
        .branch = stream.branch,
        .streams = stream.streams,
        .matrix = {network.weight, 1},
        .biases = {network.bias, 1},
        .head_biases = RoleInitializer {initializer_of(network, "head_bias", Role::bias), 1},
        .norm_scale = {initializer_of(network, role_of_norms, Role::bias), 1},
        .norm_scales = norm_scales(network,
            {{"attention_norm", "attention_norm_scale"}, {"attention_norm_after", "attention_norm_scale"},
                {"mlp_norm", "mlp_norm_scale"}, {"mlp_norm_after", "mlp_norm_scale"},
                {"final_norm", "final_norm_scale"}, {"embedding_norm", "embedding_norm_scale"},
                {"q_norm", "query_norm_scale"}, {"k_norm", "key_norm_scale"},
                {"q_latent_norm", "query_latent_norm_scale"}, {"kv_latent_norm", "key_value_latent_norm_scale"},
                {"attention_sub_norm", "attention_sub_norm_scale"}, {"mlp_sub_norm", "mlp_sub_norm_scale"}}),
        .law_variables = law_variables_of(network),
        .blocks_differ = laws_differ_by_block(network)};
    if (kind_of(network).takes_tokens)
        add_words(network, spec);
    else
        add_images(network, spec);
    const std::map<std::string, double> factors {{"v", stream.scaling.value}, {"attention_out", stream.scaling.last},
        {"mlp_gate", stream.scaling.inner}, {"mlp_in", stream.scaling.inner}, {"mlp_out", stream.scaling.last}};
    for (const RoleInfo& role : roles_of(network))
        if (role.kind == Role::weight) {
            const auto factor = factors.find(role.name);
            spec.matrices[role.name]
                = {initializer_of(network, role.name, role.kind), factor == factors.end() ? 1 : factor->second};
        }
    return spec;
}

NumberVariables transformer_law_variables(const Network& network)
{
    return {{"h", option(network, "heads")}, {"d_h", head_width(network)},
        {"V", option(network, kind_of(network).takes_tokens ? "vocabulary" : "classes")}};
}

TransformerSpec spec_for_theory(const Experiment& experiment, const NetworkPlan& plan)
{
    TransformerSpec spec = spec_of<TransformerSpec>(plan);
    if (plan.given)
        for (const ParameterPlan* parameter : plan.parameters())
            spec.measured[parameter->name] = parameter->initializer;
    spec.prior = head_prior(plan, experiment);
    return spec;
}

}   // namespace stepzero
