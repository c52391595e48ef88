// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/code/checkpoint_names.h"

#include <algorithm>

#include "core/kinds/kinds.h"
#include "core/network/init/parameter_use.h"

namespace stepzero {

namespace {

const std::map<std::string, std::string>& gpt2_names()
{
    static const std::map<std::string, std::string> names {
        {"embedding", "wte"},
        {"position", "wpe"},
        {"relative_bias", "relative_attention_bias"},
        {"embedding_norm", "ln_e"},
        {"attention_norm", "h.{}.ln_1"},
        {"q", "h.{}.attn.c_attn"},
        {"k", "h.{}.attn.c_attn"},
        {"v", "h.{}.attn.c_attn"},
        {"q_down", "h.{}.attn.c_q_down"},
        {"q_up", "h.{}.attn.c_q_up"},
        {"kv_down", "h.{}.attn.c_kv_down"},
        {"kv_up", "h.{}.attn.c_kv_up"},
        {"q_latent_norm", "h.{}.attn.q_latent_norm"},
        {"kv_latent_norm", "h.{}.attn.kv_latent_norm"},
        {"q_norm", "h.{}.attn.q_norm"},
        {"k_norm", "h.{}.attn.k_norm"},
        {"attention_sub_norm", "h.{}.attn.sub_norm"},
        {"mlp_sub_norm", "h.{}.mlp.sub_norm"},
        {"value_embedding", "value_embeds.{}"},
        {"value_gate", "h.{}.attn.ve_gate"},
        {"attention_gate", "h.{}.attn.c_gate"},
        {"attention_out", "h.{}.attn.c_proj"},
        {"attention_norm_after", "h.{}.ln_1_after"},
        {"mlp_norm", "h.{}.ln_2"},
        {"router", "h.{}.mlp.gate"},
        {"mlp_in", "h.{}.mlp.c_fc"},
        {"mlp_out", "h.{}.mlp.c_proj"},
        {"mlp_norm_after", "h.{}.ln_2_after"},
        {"attention_reading", "h.{}.attention_reading"},
        {"attention_mixing", "h.{}.attention_mixing"},
        {"attention_writing", "h.{}.attention_writing"},
        {"mlp_reading", "h.{}.mlp_reading"},
        {"mlp_mixing", "h.{}.mlp_mixing"},
        {"mlp_writing", "h.{}.mlp_writing"},
        {"attention_modulation", "h.{}.attention_modulation"},
        {"mlp_modulation", "h.{}.mlp_modulation"},
        {"final_modulation", "final_modulation"},
        {"final_norm", "ln_f"},
        {"head", "lm_head"},
    };
    return names;
}

const std::map<std::string, std::string>& llama_names()
{
    static const std::map<std::string, std::string> names {
        {"embedding", "model.embed_tokens"},
        {"position", "model.embed_positions"},
        {"relative_bias", "model.relative_attention_bias"},
        {"embedding_norm", "model.embed_norm"},
        {"attention_norm", "model.layers.{}.input_layernorm"},
        {"q", "model.layers.{}.self_attn.q_proj"},
        {"k", "model.layers.{}.self_attn.k_proj"},
        {"v", "model.layers.{}.self_attn.v_proj"},
        {"q_down", "model.layers.{}.self_attn.q_a_proj"},
        {"q_up", "model.layers.{}.self_attn.q_b_proj"},
        {"kv_down", "model.layers.{}.self_attn.kv_a_proj_with_mqa"},
        {"kv_up", "model.layers.{}.self_attn.kv_b_proj"},
        {"q_latent_norm", "model.layers.{}.self_attn.q_a_layernorm"},
        {"kv_latent_norm", "model.layers.{}.self_attn.kv_a_layernorm"},
        {"q_norm", "model.layers.{}.self_attn.q_norm"},
        {"k_norm", "model.layers.{}.self_attn.k_norm"},
        {"attention_sub_norm", "model.layers.{}.self_attn.attn_sub_norm"},
        {"mlp_sub_norm", "model.layers.{}.mlp.ffn_sub_norm"},
        {"value_embedding", "model.value_embeds.{}"},
        {"value_gate", "model.layers.{}.self_attn.ve_gate"},
        {"attention_gate", "model.layers.{}.self_attn.gate_proj"},
        {"attention_out", "model.layers.{}.self_attn.o_proj"},
        {"attention_norm_after", "model.layers.{}.input_layernorm_after"},
        {"mlp_norm", "model.layers.{}.post_attention_layernorm"},
        {"router", "model.layers.{}.mlp.gate"},
        {"mlp_gate", "model.layers.{}.mlp.gate_proj"},
        {"mlp_in", "model.layers.{}.mlp.up_proj"},
        {"mlp_out", "model.layers.{}.mlp.down_proj"},
        {"mlp_norm_after", "model.layers.{}.post_attention_layernorm_after"},
        {"attention_reading", "model.layers.{}.attention_reading"},
        {"attention_mixing", "model.layers.{}.attention_mixing"},
        {"attention_writing", "model.layers.{}.attention_writing"},
        {"mlp_reading", "model.layers.{}.mlp_reading"},
        {"mlp_mixing", "model.layers.{}.mlp_mixing"},
        {"mlp_writing", "model.layers.{}.mlp_writing"},
        {"attention_modulation", "model.layers.{}.attention_modulation"},
        {"mlp_modulation", "model.layers.{}.mlp_modulation"},
        {"final_modulation", "model.final_modulation"},
        {"final_norm", "model.norm"},
        {"head", "lm_head"},
    };
    return names;
}

const std::map<std::string, std::string>& vit_names()
{
    static const std::map<std::string, std::string> names {
        {"patch", "vit.embeddings.patch_embeddings.projection"},
        {"class_token", "vit.embeddings.cls_token"},
        {"position", "vit.embeddings.position_embeddings"},
        {"embedding_norm", "vit.embeddings.norm"},
        {"attention_norm", "vit.encoder.layer.{}.layernorm_before"},
        {"q", "vit.encoder.layer.{}.attention.attention.query"},
        {"k", "vit.encoder.layer.{}.attention.attention.key"},
        {"v", "vit.encoder.layer.{}.attention.attention.value"},
        {"q_down", "vit.encoder.layer.{}.attention.attention.query_down"},
        {"q_up", "vit.encoder.layer.{}.attention.attention.query_up"},
        {"kv_down", "vit.encoder.layer.{}.attention.attention.key_value_down"},
        {"kv_up", "vit.encoder.layer.{}.attention.attention.key_value_up"},
        {"q_latent_norm", "vit.encoder.layer.{}.attention.attention.query_latent_norm"},
        {"kv_latent_norm", "vit.encoder.layer.{}.attention.attention.key_value_latent_norm"},
        {"q_norm", "vit.encoder.layer.{}.attention.attention.q_norm"},
        {"k_norm", "vit.encoder.layer.{}.attention.attention.k_norm"},
        {"attention_sub_norm", "vit.encoder.layer.{}.attention.sub_norm"},
        {"mlp_sub_norm", "vit.encoder.layer.{}.mlp_sub_norm"},
        {"attention_gate", "vit.encoder.layer.{}.attention.output.gate"},
        {"attention_out", "vit.encoder.layer.{}.attention.output.dense"},
        {"attention_norm_after", "vit.encoder.layer.{}.layernorm_before_after"},
        {"mlp_norm", "vit.encoder.layer.{}.layernorm_after"},
        {"router", "vit.encoder.layer.{}.router"},
        {"mlp_gate", "vit.encoder.layer.{}.intermediate.gate"},
        {"mlp_in", "vit.encoder.layer.{}.intermediate.dense"},
        {"mlp_out", "vit.encoder.layer.{}.output.dense"},
        {"mlp_norm_after", "vit.encoder.layer.{}.layernorm_after_after"},
        {"attention_reading", "vit.encoder.layer.{}.attention_reading"},
        {"attention_mixing", "vit.encoder.layer.{}.attention_mixing"},
        {"attention_writing", "vit.encoder.layer.{}.attention_writing"},
        {"mlp_reading", "vit.encoder.layer.{}.mlp_reading"},
        {"mlp_mixing", "vit.encoder.layer.{}.mlp_mixing"},
        {"mlp_writing", "vit.encoder.layer.{}.mlp_writing"},
        {"attention_modulation", "vit.encoder.layer.{}.attention_modulation"},
        {"mlp_modulation", "vit.encoder.layer.{}.mlp_modulation"},
        {"final_modulation", "vit.final_modulation"},
        {"final_norm", "vit.layernorm"},
        {"head", "classifier"},
    };
    return names;
}

const std::map<std::string, std::string>& mamba_names()
{
    static const std::map<std::string, std::string> names {
        {"embedding", "backbone.embedding"},
        {"mixer_norm", "backbone.layers.{}.norm"},
        {"in_proj", "backbone.layers.{}.mixer.in_proj"},
        {"conv1d", "backbone.layers.{}.mixer.conv1d"},
        {"x_proj", "backbone.layers.{}.mixer.x_proj"},
        {"dt_proj", "backbone.layers.{}.mixer.dt_proj"},
        {"dt_bias", "backbone.layers.{}.mixer.dt_proj"},
        {"A_log", "backbone.layers.{}.mixer.A_log"},
        {"D", "backbone.layers.{}.mixer.D"},
        {"out_proj", "backbone.layers.{}.mixer.out_proj"},
        {"mixer_norm_after", "backbone.layers.{}.norm_after"},
        {"final_norm", "backbone.norm_f"},
        {"head", "lm_head"},
    };
    return names;
}

const std::map<std::string, std::string>& names_of(CheckpointStyle style)
{
    return style == CheckpointStyle::gpt2 ? gpt2_names()
        : style == CheckpointStyle::llama ? llama_names()
        : style == CheckpointStyle::vit   ? vit_names()
                                          : mamba_names();
}

constexpr std::string_view weight_ending = ".weight", bias_ending = ".bias";

std::string name_of(CheckpointStyle style, const ParameterPlan& plan)
{
    if (style == CheckpointStyle::own)
        return plan.name;
    std::string name = checkpoint_name(style, plan);
    std::vector<std::string> places;
    if (plan.block > 0)
        places.push_back(std::to_string(plan.block - 1));
    if (plan.expert > 0) {   // blocks.N.experts.M.ROLE
        const std::size_t owner = plan.name.find('.', std::string_view("blocks.").size()) + 1,
                          number = plan.name.find('.', owner) + 1;
        places.push_back(plan.name.substr(owner, number - 1 - owner));
        places.push_back(std::to_string(std::stoi(plan.name.substr(number)) - 1));
    }
    for (const std::string& place : places)
        name.replace(name.find("{}"), 2, place);
    return name + ending_of(style, plan);
}

/// Adds one part to a tensor, which grows by its rows.
void add_part(CheckpointTensor& tensor, const ParameterPlan& plan, bool one_image)
{
    const std::size_t rows(plan.shape.rows()), columns(plan.shape.columns());
    if (tensor.parts.empty()) {
        if (plan.kind == Role::bias)
            tensor.shape = {rows};
        else
            tensor.shape = tensor.transposed ? std::vector {columns, rows} : std::vector {rows, columns};
        const Window kernel = kernel_of(plan);
        if (plan.kind == Role::weight && kernel.dimensions > 0) {   // [units, channels of a group, kernel …]
            tensor.shape.back() /= std::size_t(kernel.receptive());
            tensor.shape.resize(std::size_t(2 + kernel.dimensions), std::size_t(kernel.kernel));
        }
        if (one_image)
            tensor.shape.insert(tensor.shape.begin(), 1);
    } else {
        (tensor.below ? tensor.shape.front() : tensor.shape.back()) += rows;
    }
    tensor.parts.push_back(plan);
}

}   // namespace

CheckpointStyle checkpoint_style(const Network& network)
{
    const NetworkKind& kind = kind_of(network);
    if (!kind.has_tokens())
        return CheckpointStyle::own;
    if (!kind.attends)
        return CheckpointStyle::mamba;
    if (!kind.takes_tokens)
        return CheckpointStyle::vit;
    const bool llama = is_gated(network.activation) || structure_of(network).stream->norm == NormKind::rms;
    return llama ? CheckpointStyle::llama : CheckpointStyle::gpt2;
}

std::string checkpoint_name(CheckpointStyle style, const ParameterPlan& plan)
{
    std::string name = names_of(style).at(plan.role);
    if (plan.expert > 0) {   // inserted before the name within the block
        const std::string_view mlp = style == CheckpointStyle::vit ? ".{}." : ".mlp.";
        name.insert(name.find(mlp) + mlp.size(), style == CheckpointStyle::vit ? "mlp.{}.{}." : "{}.{}.");
    }
    return name;
}

std::string ending_of(CheckpointStyle style, const ParameterPlan& plan)
{
    if (style == CheckpointStyle::vit && is_looked_up(plan))
        return {};
    for (const std::string_view ending : {weight_ending, bias_ending})
        if (plan.name.ends_with(ending))
            return std::string(ending);
    return {};
}

Window kernel_of(const ParameterPlan& plan)
{
    return plan.window.dimensions > 0 ? plan.window
                                      : Window {.dimensions = plan.shape.dimensions, .kernel = plan.shape.kernel};
}

bool is_conv1d(CheckpointStyle style, const ParameterPlan& plan)
{
    return style == CheckpointStyle::gpt2 && plan.kind == Role::weight && plan.block > 0 && !is_looked_up(plan);
}

std::vector<CheckpointTensor> checkpoint_tensors(const NetworkPlan& network)
{
    const CheckpointStyle style = checkpoint_style(network.network);
    std::vector<CheckpointTensor> tensors;
    std::map<std::string, std::size_t> places;
    for (const ParameterPlan* parameter : network.parameters()) {
        const ParameterPlan& plan = *parameter;
        const bool below = network.kind->tensor_name;
        const auto [place, is_new]
            = places.emplace(below ? network.kind->tensor_name(plan) : name_of(style, plan), tensors.size());
        if (is_new)
            tensors.push_back(
                {.name = place->first, .shape = {}, .parts = {}, .transposed = is_conv1d(style, plan), .below = below});
        add_part(tensors[place->second], plan, style == CheckpointStyle::vit && ending_of(style, plan).empty());
    }
    if (style != CheckpointStyle::gpt2 && style != CheckpointStyle::vit)
        return tensors;

    std::vector<CheckpointTensor> complete;
    for (const CheckpointTensor& tensor : tensors) {
        complete.push_back(tensor);
        const ParameterPlan& first = tensor.parts.front();
        const bool is_norm = first.kind == Role::bias && first.role.find("norm") != std::string::npos;
        const bool takes_bias
            = tensor.transposed || is_norm || (style == CheckpointStyle::vit && first.kind == Role::weight);
        if (!takes_bias || !tensor.name.ends_with(weight_ending))
            continue;
        std::string bias = tensor.name.substr(0, tensor.name.size() - weight_ending.size());
        bias += bias_ending;
        if (!places.contains(bias))
            complete.push_back({.name = bias,
                .shape = {style == CheckpointStyle::vit ? tensor.shape.front() : tensor.shape.back()},
                .parts = {}});
    }
    return complete;
}

}   // namespace stepzero
