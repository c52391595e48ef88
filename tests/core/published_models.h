// SPDX-License-Identifier: GPL-3.0-or-later
// Tensors of published models by name and shape, and the standard deviation of some of them by their recipe.
#pragma once

#include <cmath>
#include <sstream>
#include <string>
#include <vector>

#include "core/checkpoint/checkpoint.h"

namespace stepzero::published_models {

inline StoredTensor stored(
    const std::string& name, std::vector<std::uint64_t> shape, ElementType type = ElementType::f32)
{
    StoredTensor tensor {.name = name, .shape = std::move(shape), .type = type};
    for (const std::uint64_t size : tensor.shape)
        tensor.entries *= size;
    return tensor;
}

using Tensors = std::vector<StoredTensor>;

/// Parses names and shapes of a model, one per line; {} stands for its blocks.
inline Tensors model(const std::string& lines, int blocks)
{
    Tensors all;
    std::istringstream text(lines);
    for (std::string line; std::getline(text, line);) {
        std::istringstream words(line);
        std::string name;
        if (!(words >> name))
            continue;
        std::vector<std::uint64_t> shape;
        for (std::uint64_t size = 0; words >> size;)
            shape.push_back(size);
        const std::size_t place = name.find("{}");
        for (int i = 0; i < (place == std::string::npos ? 1 : blocks); ++i) {
            std::string one = name;
            if (place != std::string::npos)
                one.replace(place, 2, std::to_string(i));
            all.push_back(stored(one, shape));
        }
    }
    return all;
}

struct Known {
    std::string name;   ///< name of a tensor
    double std;   ///< standard deviation by the recipe, as published
};

struct Published {
    const char* row;
    std::string family;
    std::string recipe;   ///< empty: the first recipe
    std::string config;
    int blocks;
    std::string tensors;
    std::vector<Known> known;
};

// The names in transformers' LLaMA and its derivatives, at a width of 8.
inline const std::string llama_block = R"(
model.embed_tokens.weight 64 8
model.layers.{}.input_layernorm.weight 8
model.layers.{}.self_attn.q_proj.weight 8 8
model.layers.{}.self_attn.k_proj.weight 4 8
model.layers.{}.self_attn.v_proj.weight 4 8
model.layers.{}.self_attn.o_proj.weight 8 8
model.layers.{}.post_attention_layernorm.weight 8
model.norm.weight 8
lm_head.weight 64 8
)";
inline const std::string gated = R"(
model.layers.{}.mlp.gate_proj.weight 20 8
model.layers.{}.mlp.up_proj.weight 20 8
model.layers.{}.mlp.down_proj.weight 8 20
)";
inline const std::string head_norms = R"(
model.layers.{}.self_attn.q_norm.weight 4
model.layers.{}.self_attn.k_norm.weight 4
)";
inline const std::string neox = R"(
gpt_neox.embed_in.weight 50304 512
gpt_neox.layers.{}.input_layernorm.weight 512
gpt_neox.layers.{}.input_layernorm.bias 512
gpt_neox.layers.{}.post_attention_layernorm.weight 512
gpt_neox.layers.{}.post_attention_layernorm.bias 512
gpt_neox.layers.{}.attention.bias 1 1 2048 2048
gpt_neox.layers.{}.attention.masked_bias
gpt_neox.layers.{}.attention.rotary_emb.inv_freq 8
gpt_neox.layers.{}.attention.query_key_value.weight 1536 512
gpt_neox.layers.{}.attention.query_key_value.bias 1536
gpt_neox.layers.{}.attention.dense.weight 512 512
gpt_neox.layers.{}.attention.dense.bias 512
gpt_neox.layers.{}.mlp.dense_h_to_4h.weight 2048 512
gpt_neox.layers.{}.mlp.dense_h_to_4h.bias 2048
gpt_neox.layers.{}.mlp.dense_4h_to_h.weight 512 2048
gpt_neox.layers.{}.mlp.dense_4h_to_h.bias 512
gpt_neox.final_layer_norm.weight 512
gpt_neox.final_layer_norm.bias 512
embed_out.weight 50304 512
)";
inline std::string bert(const std::string& prefix)
{
    std::string lines;
    for (const char* line : {"embeddings.word_embeddings.weight 30522 768",
             "embeddings.position_embeddings.weight 514 768", "embeddings.token_type_embeddings.weight 2 768",
             "embeddings.position_ids 1 512", "embeddings.LayerNorm.weight 768", "embeddings.LayerNorm.bias 768",
             "encoder.layer.{}.attention.self.query.weight 768 768", "encoder.layer.{}.attention.self.query.bias 768",
             "encoder.layer.{}.attention.self.key.weight 768 768", "encoder.layer.{}.attention.self.key.bias 768",
             "encoder.layer.{}.attention.self.value.weight 768 768", "encoder.layer.{}.attention.self.value.bias 768",
             "encoder.layer.{}.attention.output.dense.weight 768 768",
             "encoder.layer.{}.attention.output.dense.bias 768",
             "encoder.layer.{}.attention.output.LayerNorm.weight 768",
             "encoder.layer.{}.attention.output.LayerNorm.bias 768",
             "encoder.layer.{}.intermediate.dense.weight 3072 768", "encoder.layer.{}.intermediate.dense.bias 3072",
             "encoder.layer.{}.output.dense.weight 768 3072", "encoder.layer.{}.output.dense.bias 768",
             "encoder.layer.{}.output.LayerNorm.weight 768", "encoder.layer.{}.output.LayerNorm.bias 768"})
        lines += prefix + line + "\n";
    return lines;
}
inline const std::string bert_head = R"(
bert.pooler.dense.weight 768 768
bert.pooler.dense.bias 768
cls.predictions.bias 30522
cls.predictions.transform.dense.weight 768 768
cls.predictions.transform.dense.bias 768
cls.predictions.transform.LayerNorm.weight 768
cls.predictions.transform.LayerNorm.bias 768
cls.predictions.decoder.weight 30522 768
cls.predictions.decoder.bias 30522
cls.seq_relationship.weight 2 768
cls.seq_relationship.bias 2
)";
inline const std::string roberta_head = R"(
lm_head.bias 30522
lm_head.dense.weight 768 768
lm_head.dense.bias 768
lm_head.layer_norm.weight 768
lm_head.layer_norm.bias 768
lm_head.decoder.weight 30522 768
)";
inline const std::string t5 = R"(
shared.weight 32128 512
encoder.embed_tokens.weight 32128 512
encoder.block.{}.layer.0.SelfAttention.q.weight 384 512
encoder.block.{}.layer.0.SelfAttention.k.weight 384 512
encoder.block.{}.layer.0.SelfAttention.v.weight 384 512
encoder.block.{}.layer.0.SelfAttention.o.weight 512 384
encoder.block.0.layer.0.SelfAttention.relative_attention_bias.weight 32 6
encoder.block.{}.layer.0.layer_norm.weight 512
encoder.block.{}.layer.1.DenseReluDense.wi_0.weight 1024 512
encoder.block.{}.layer.1.DenseReluDense.wi_1.weight 1024 512
encoder.block.{}.layer.1.DenseReluDense.wo.weight 512 1024
encoder.block.{}.layer.1.layer_norm.weight 512
encoder.final_layer_norm.weight 512
decoder.embed_tokens.weight 32128 512
decoder.block.{}.layer.0.SelfAttention.q.weight 384 512
decoder.block.{}.layer.0.SelfAttention.o.weight 512 384
decoder.block.0.layer.0.SelfAttention.relative_attention_bias.weight 32 6
decoder.block.{}.layer.1.EncDecAttention.q.weight 384 512
decoder.block.{}.layer.1.EncDecAttention.o.weight 512 384
decoder.block.{}.layer.1.layer_norm.weight 512
decoder.block.{}.layer.2.DenseReluDense.wi_0.weight 1024 512
decoder.block.{}.layer.2.DenseReluDense.wo.weight 512 1024
decoder.block.{}.layer.2.layer_norm.weight 512
decoder.final_layer_norm.weight 512
lm_head.weight 32128 512
)";
inline const std::string vit_timm = R"(
cls_token 1 1 192
pos_embed 1 197 192
patch_embed.proj.weight 192 3 16 16
patch_embed.proj.bias 192
blocks.{}.norm1.weight 192
blocks.{}.norm1.bias 192
blocks.{}.attn.qkv.weight 576 192
blocks.{}.attn.qkv.bias 576
blocks.{}.attn.proj.weight 192 192
blocks.{}.attn.proj.bias 192
blocks.{}.norm2.weight 192
blocks.{}.norm2.bias 192
blocks.{}.mlp.fc1.weight 768 192
blocks.{}.mlp.fc1.bias 768
blocks.{}.mlp.fc2.weight 192 768
blocks.{}.mlp.fc2.bias 192
norm.weight 192
norm.bias 192
head.weight 1000 192
head.bias 1000
)";
inline const std::string vit = R"(
vit.embeddings.cls_token 1 1 192
vit.embeddings.position_embeddings 1 197 192
vit.embeddings.patch_embeddings.projection.weight 192 3 16 16
vit.embeddings.patch_embeddings.projection.bias 192
vit.encoder.layer.{}.attention.attention.query.weight 192 192
vit.encoder.layer.{}.attention.attention.query.bias 192
vit.encoder.layer.{}.attention.attention.key.weight 192 192
vit.encoder.layer.{}.attention.attention.value.weight 192 192
vit.encoder.layer.{}.attention.output.dense.weight 192 192
vit.encoder.layer.{}.intermediate.dense.weight 768 192
vit.encoder.layer.{}.output.dense.weight 192 768
vit.encoder.layer.{}.layernorm_before.weight 192
vit.encoder.layer.{}.layernorm_after.weight 192
vit.layernorm.weight 192
vit.layernorm.bias 192
classifier.weight 1000 192
classifier.bias 1000
)";
inline const std::string resnet_stem = R"(
conv1.weight 64 3 7 7
bn1.weight 64
bn1.bias 64
bn1.running_mean 64
bn1.running_var 64
bn1.num_batches_tracked
fc.weight 1000 512
fc.bias 1000
layer1.{}.conv1.weight 64 64 3 3
layer1.{}.bn1.weight 64
layer1.{}.bn1.bias 64
layer1.{}.bn1.running_mean 64
layer1.{}.conv2.weight 64 64 3 3
layer1.{}.bn2.weight 64
layer1.{}.bn2.bias 64
layer2.{}.conv1.weight 128 64 3 3
layer2.{}.conv2.weight 128 128 3 3
layer2.{}.bn2.weight 128
layer2.0.downsample.0.weight 128 64 1 1
layer2.0.downsample.1.weight 128
layer2.0.downsample.1.running_var 128
)";
inline const std::string bottleneck = R"(
layer1.{}.conv3.weight 256 64 1 1
layer1.{}.bn3.weight 256
layer1.{}.bn3.bias 256
)";
inline const std::string mamba = R"(
backbone.embedding.weight 50280 768
backbone.layers.{}.mixer.A_log 1536 16
backbone.layers.{}.mixer.D 1536
backbone.layers.{}.mixer.conv1d.weight 1536 1 4
backbone.layers.{}.mixer.conv1d.bias 1536
backbone.layers.{}.mixer.dt_proj.weight 1536 48
backbone.layers.{}.mixer.dt_proj.bias 1536
backbone.layers.{}.mixer.in_proj.weight 3072 768
backbone.layers.{}.mixer.out_proj.weight 768 1536
backbone.layers.{}.mixer.x_proj.weight 80 1536
backbone.layers.{}.norm.weight 768
backbone.norm_f.weight 768
lm_head.weight 50280 768
)";
inline const std::string mamba2 = R"(
backbone.embedding.weight 50288 768
backbone.layers.{}.mixer.A_log 24
backbone.layers.{}.mixer.D 24
backbone.layers.{}.mixer.dt_bias 24
backbone.layers.{}.mixer.conv1d.weight 1792 1 4
backbone.layers.{}.mixer.conv1d.bias 1792
backbone.layers.{}.mixer.in_proj.weight 3352 768
backbone.layers.{}.mixer.norm.weight 1536
backbone.layers.{}.mixer.out_proj.weight 768 1536
backbone.layers.{}.norm.weight 768
backbone.norm_f.weight 768
lm_head.weight 50288 768
)";
inline const std::string meta = R"(
tok_embeddings.weight 32000 288
layers.{}.attention_norm.weight 288
layers.{}.attention.wq.weight 288 288
layers.{}.attention.wk.weight 288 288
layers.{}.attention.wv.weight 288 288
layers.{}.attention.wo.weight 288 288
layers.{}.ffn_norm.weight 288
layers.{}.feed_forward.w1.weight 768 288
layers.{}.feed_forward.w2.weight 288 768
layers.{}.feed_forward.w3.weight 768 288
norm.weight 288
output.weight 32000 288
)";
inline const std::string nanogpt = R"(
_orig_mod.transformer.wte.weight 50304 768
_orig_mod.transformer.wpe.weight 1024 768
_orig_mod.transformer.h.{}.ln_1.weight 768
_orig_mod.transformer.h.{}.attn.bias 1 1 1024 1024
_orig_mod.transformer.h.{}.attn.c_attn.weight 2304 768
_orig_mod.transformer.h.{}.attn.c_proj.weight 768 768
_orig_mod.transformer.h.{}.ln_2.weight 768
_orig_mod.transformer.h.{}.mlp.c_fc.weight 3072 768
_orig_mod.transformer.h.{}.mlp.c_proj.weight 768 3072
_orig_mod.transformer.ln_f.weight 768
_orig_mod.lm_head.weight 50304 768
)";
inline const std::string torch_encoder = R"(
encoder.layers.{}.self_attn.in_proj_weight 1536 512
encoder.layers.{}.self_attn.in_proj_bias 1536
encoder.layers.{}.self_attn.out_proj.weight 512 512
encoder.layers.{}.self_attn.out_proj.bias 512
encoder.layers.{}.linear1.weight 2048 512
encoder.layers.{}.linear1.bias 2048
encoder.layers.{}.linear2.weight 512 2048
encoder.layers.{}.linear2.bias 512
encoder.layers.{}.norm1.weight 512
encoder.layers.{}.norm1.bias 512
encoder.layers.{}.norm2.weight 512
encoder.layers.{}.norm2.bias 512
encoder.norm.weight 512
encoder.norm.bias 512
decoder.layers.{}.self_attn.in_proj_weight 1536 512
decoder.layers.{}.multihead_attn.in_proj_weight 1536 512
decoder.layers.{}.multihead_attn.in_proj_bias 1536
decoder.layers.{}.multihead_attn.out_proj.weight 512 512
decoder.layers.{}.linear1.weight 2048 512
decoder.layers.{}.norm3.weight 512
)";
inline const std::string gguf = R"(
token_embd.weight 32000 2048
blk.{}.attn_norm.weight 2048
blk.{}.attn_q.weight 2048 2048
blk.{}.attn_k.weight 256 2048
blk.{}.attn_v.weight 256 2048
blk.{}.attn_output.weight 2048 2048
blk.{}.ffn_norm.weight 2048
blk.{}.ffn_gate.weight 5632 2048
blk.{}.ffn_up.weight 5632 2048
blk.{}.ffn_down.weight 2048 5632
output_norm.weight 2048
output.weight 32000 2048
)";
inline const std::string lora = R"(
base_model.model.model.layers.{}.self_attn.q_proj.lora_A.weight 8 2048
base_model.model.model.layers.{}.self_attn.q_proj.lora_B.weight 2048 8
base_model.model.model.layers.{}.mlp.up_proj.lora_A.default.weight 8 2048
)";

inline const std::string gpt2_names = R"(
wte.weight 50257 768
wpe.weight 1024 768
h.{}.ln_1.weight 768
h.{}.ln_1.bias 768
h.{}.attn.c_attn.weight 768 2304
h.{}.attn.c_attn.bias 2304
h.{}.attn.c_proj.weight 768 768
h.{}.attn.c_proj.bias 768
h.{}.ln_2.weight 768
h.{}.mlp.c_fc.weight 768 3072
h.{}.mlp.c_fc.bias 3072
h.{}.mlp.c_proj.weight 3072 768
h.{}.mlp.c_proj.bias 768
ln_f.weight 768
ln_f.bias 768
)";
inline const std::string bloom = R"(
transformer.word_embeddings.weight 250880 1024
transformer.word_embeddings_layernorm.weight 1024
transformer.word_embeddings_layernorm.bias 1024
transformer.h.{}.input_layernorm.weight 1024
transformer.h.{}.input_layernorm.bias 1024
transformer.h.{}.self_attention.query_key_value.weight 3072 1024
transformer.h.{}.self_attention.query_key_value.bias 3072
transformer.h.{}.self_attention.dense.weight 1024 1024
transformer.h.{}.self_attention.dense.bias 1024
transformer.h.{}.post_attention_layernorm.weight 1024
transformer.h.{}.mlp.dense_h_to_4h.weight 4096 1024
transformer.h.{}.mlp.dense_4h_to_h.weight 1024 4096
transformer.ln_f.weight 1024
)";
inline const std::string deepseek_v3 = R"(
model.embed_tokens.weight 64 8
model.layers.{}.input_layernorm.weight 8
model.layers.{}.self_attn.q_a_proj.weight 4 8
model.layers.{}.self_attn.q_a_layernorm.weight 4
model.layers.{}.self_attn.q_b_proj.weight 12 4
model.layers.{}.self_attn.kv_a_proj_with_mqa.weight 6 8
model.layers.{}.self_attn.kv_a_layernorm.weight 4
model.layers.{}.self_attn.kv_b_proj.weight 16 4
model.layers.{}.self_attn.o_proj.weight 8 8
model.layers.{}.post_attention_layernorm.weight 8
model.layers.0.mlp.gate_proj.weight 20 8
model.layers.0.mlp.up_proj.weight 20 8
model.layers.0.mlp.down_proj.weight 8 20
model.layers.1.mlp.gate.weight 4 8
model.layers.1.mlp.gate.e_score_correction_bias 4
model.layers.1.mlp.experts.3.gate_proj.weight 10 8
model.layers.1.mlp.experts.3.up_proj.weight 10 8
model.layers.1.mlp.experts.3.down_proj.weight 8 10
model.layers.1.mlp.shared_experts.gate_proj.weight 10 8
model.layers.1.mlp.shared_experts.up_proj.weight 10 8
model.layers.1.mlp.shared_experts.down_proj.weight 8 10
model.norm.weight 8
lm_head.weight 64 8
)";
inline const std::string gpt_oss = R"(
model.embed_tokens.weight 64 8
model.layers.{}.input_layernorm.weight 8
model.layers.{}.self_attn.q_proj.weight 8 8
model.layers.{}.self_attn.q_proj.bias 8
model.layers.{}.self_attn.k_proj.weight 4 8
model.layers.{}.self_attn.k_proj.bias 4
model.layers.{}.self_attn.v_proj.weight 4 8
model.layers.{}.self_attn.v_proj.bias 4
model.layers.{}.self_attn.o_proj.weight 8 8
model.layers.{}.self_attn.o_proj.bias 8
model.layers.{}.self_attn.sinks 2
model.layers.{}.mlp.router.weight 4 8
model.layers.{}.mlp.router.bias 4
model.layers.{}.mlp.experts.gate_up_proj 2 8 12
model.layers.{}.mlp.experts.gate_up_proj_bias 2 12
model.layers.{}.mlp.experts.down_proj 2 6 8
model.layers.{}.mlp.experts.down_proj_bias 2 8
model.layers.{}.post_attention_layernorm.weight 8
model.norm.weight 8
lm_head.weight 64 8
)";
inline const std::string qwen3_next = R"(
model.embed_tokens.weight 64 8
model.layers.{}.input_layernorm.weight 8
model.layers.{}.linear_attn.in_proj_qkvz.weight 24 8
model.layers.{}.linear_attn.in_proj_ba.weight 4 8
model.layers.{}.linear_attn.conv1d.weight 16 1 4
model.layers.{}.linear_attn.dt_bias 2
model.layers.{}.linear_attn.A_log 2
model.layers.{}.linear_attn.norm.weight 4
model.layers.{}.linear_attn.out_proj.weight 8 8
model.layers.1.self_attn.q_proj.weight 16 8
model.layers.1.self_attn.k_proj.weight 4 8
model.layers.1.self_attn.v_proj.weight 4 8
model.layers.{}.self_attn.o_proj.weight 8 8
model.layers.1.self_attn.q_norm.weight 4
model.layers.1.self_attn.k_norm.weight 4
model.layers.{}.post_attention_layernorm.weight 8
model.layers.{}.mlp.gate.weight 4 8
model.layers.{}.mlp.experts.3.gate_proj.weight 10 8
model.layers.{}.mlp.experts.3.up_proj.weight 10 8
model.layers.{}.mlp.experts.3.down_proj.weight 8 10
model.layers.{}.mlp.shared_expert.gate_proj.weight 10 8
model.layers.{}.mlp.shared_expert.up_proj.weight 10 8
model.layers.{}.mlp.shared_expert.down_proj.weight 8 10
model.layers.{}.mlp.shared_expert_gate.weight 1 8
model.norm.weight 8
lm_head.weight 64 8
)";
inline const std::string nanochat = R"(
transformer.wte.weight 32768 768
transformer.h.{}.attn.c_q.weight 768 768
transformer.h.{}.attn.c_k.weight 384 768
transformer.h.{}.attn.c_v.weight 384 768
transformer.h.{}.attn.c_proj.weight 768 768
transformer.h.1.attn.ve_gate.weight 3 32
transformer.h.{}.mlp.c_fc.weight 3072 768
transformer.h.{}.mlp.c_proj.weight 768 3072
value_embeds.1.weight 32768 384
resid_lambdas 12
x0_lambdas 12
lm_head.weight 32768 768
)";
// The .pt that OpenAI publishes, {"dims": …, "model_state_dict": …}, without the decoder's positions, whose
// distribution is unknown.
inline const std::string whisper_of_openai = R"(
model_state_dict.encoder.conv1.weight 384 80 3
model_state_dict.encoder.conv1.bias 384
model_state_dict.encoder.positional_embedding 1500 384
model_state_dict.encoder.blocks.{}.attn.query.weight 384 384
model_state_dict.encoder.blocks.{}.attn.query.bias 384
model_state_dict.encoder.blocks.{}.attn.key.weight 384 384
model_state_dict.encoder.blocks.{}.attn_ln.weight 384
model_state_dict.encoder.blocks.{}.mlp.0.weight 1536 384
model_state_dict.encoder.blocks.{}.mlp_ln.weight 384
model_state_dict.encoder.blocks.{}.mlp_ln.bias 384
model_state_dict.encoder.ln_post.weight 384
model_state_dict.decoder.token_embedding.weight 51865 384
model_state_dict.decoder.blocks.{}.attn.value.weight 384 384
model_state_dict.decoder.blocks.{}.cross_attn.query.weight 384 384
model_state_dict.decoder.blocks.{}.cross_attn.out.bias 384
model_state_dict.decoder.blocks.{}.cross_attn.out.weight 384 384
model_state_dict.decoder.blocks.{}.cross_attn_ln.weight 384
model_state_dict.decoder.blocks.{}.mlp.2.weight 384 1536
model_state_dict.decoder.blocks.{}.mlp.2.bias 384
model_state_dict.decoder.ln.weight 384
)";
inline const std::string whisper = R"(
model.encoder.conv1.weight 384 80 3
model.encoder.conv1.bias 384
model.encoder.conv2.weight 384 384 3
model.encoder.embed_positions.weight 1500 384
model.encoder.layers.{}.self_attn.k_proj.weight 384 384
model.encoder.layers.{}.self_attn.q_proj.weight 384 384
model.encoder.layers.{}.self_attn.q_proj.bias 384
model.encoder.layers.{}.self_attn.out_proj.weight 384 384
model.encoder.layers.{}.self_attn_layer_norm.weight 384
model.encoder.layers.{}.fc1.weight 1536 384
model.encoder.layers.{}.fc2.weight 384 1536
model.encoder.layers.{}.final_layer_norm.weight 384
model.encoder.layer_norm.weight 384
model.decoder.embed_tokens.weight 51865 384
model.decoder.embed_positions.weight 448 384
model.decoder.layers.{}.self_attn.v_proj.weight 384 384
model.decoder.layers.{}.encoder_attn.k_proj.weight 384 384
model.decoder.layers.{}.encoder_attn_layer_norm.weight 384
model.decoder.layers.{}.fc1.weight 1536 384
model.decoder.layer_norm.weight 384
model.decoder.layer_norm.bias 384
proj_out.weight 51865 384
)";
inline const std::string clip = R"(
logit_scale
text_model.embeddings.token_embedding.weight 49408 512
text_model.embeddings.position_embedding.weight 77 512
text_model.encoder.layers.{}.self_attn.q_proj.weight 512 512
text_model.encoder.layers.{}.self_attn.k_proj.weight 512 512
text_model.encoder.layers.{}.self_attn.out_proj.weight 512 512
text_model.encoder.layers.{}.self_attn.out_proj.bias 512
text_model.encoder.layers.{}.layer_norm1.weight 512
text_model.encoder.layers.{}.mlp.fc1.weight 2048 512
text_model.encoder.layers.{}.mlp.fc1.bias 2048
text_model.encoder.layers.{}.mlp.fc2.weight 512 2048
text_model.final_layer_norm.weight 512
vision_model.embeddings.class_embedding 768
vision_model.embeddings.patch_embedding.weight 768 3 16 16
vision_model.embeddings.position_embedding.weight 197 768
vision_model.pre_layrnorm.weight 768
vision_model.encoder.layers.{}.self_attn.v_proj.weight 768 768
vision_model.encoder.layers.{}.self_attn.out_proj.weight 768 768
vision_model.encoder.layers.{}.mlp.fc1.weight 3072 768
vision_model.encoder.layers.{}.mlp.fc2.weight 768 3072
vision_model.encoder.layers.{}.layer_norm2.weight 768
vision_model.encoder.layers.{}.layer_norm2.bias 768
visual_projection.weight 512 768
text_projection.weight 512 512
)";
inline const std::string swin = R"(
patch_embed.proj.weight 96 3 4 4
patch_embed.proj.bias 96
patch_embed.norm.weight 96
layers.0.blocks.{}.norm1.weight 96
layers.0.blocks.{}.attn.qkv.weight 288 96
layers.0.blocks.{}.attn.qkv.bias 288
layers.0.blocks.{}.attn.relative_position_bias_table 169 3
layers.0.blocks.{}.attn.relative_position_index 49 49
layers.0.blocks.{}.attn.proj.weight 96 96
layers.0.blocks.{}.norm2.weight 96
layers.0.blocks.{}.norm2.bias 96
layers.0.blocks.{}.mlp.fc1.weight 384 96
layers.0.blocks.{}.mlp.fc2.weight 96 384
layers.0.downsample.reduction.weight 192 384
layers.0.downsample.norm.weight 384
norm.weight 192
head.weight 100 192
head.bias 100
)";
inline const std::string convnext = R"(
stem.0.weight 96 3 4 4
stem.0.bias 96
stem.1.weight 96
stages.0.blocks.{}.conv_dw.weight 96 1 7 7
stages.0.blocks.{}.conv_dw.bias 96
stages.0.blocks.{}.norm.weight 96
stages.0.blocks.{}.mlp.fc1.weight 384 96
stages.0.blocks.{}.mlp.fc2.weight 96 384
stages.0.blocks.{}.mlp.fc2.bias 96
stages.0.blocks.{}.gamma 96
stages.1.downsample.0.weight 96
stages.1.downsample.1.weight 192 96 2 2
head.norm.weight 192
head.fc.weight 100 192
)";
inline const std::string convnext_of_meta = R"(
downsample_layers.0.0.weight 96 3 4 4
downsample_layers.0.1.weight 96
downsample_layers.1.0.weight 96
downsample_layers.1.1.weight 192 96 2 2
stages.0.{}.dwconv.weight 96 1 7 7
stages.0.{}.norm.bias 96
stages.0.{}.norm.weight 96
stages.0.{}.pwconv1.weight 384 96
stages.0.{}.pwconv2.weight 96 384
stages.0.{}.gamma 96
norm.weight 192
head.weight 100 192
)";
inline const std::string dinov2 = R"(
cls_token 1 1 384
pos_embed 1 257 384
mask_token 1 384
register_tokens 1 4 384
patch_embed.proj.weight 384 3 14 14
patch_embed.proj.bias 384
blocks.{}.norm1.weight 384
blocks.{}.attn.qkv.weight 1152 384
blocks.{}.attn.proj.weight 384 384
blocks.{}.ls1.gamma 384
blocks.{}.mlp.fc1.weight 1536 384
blocks.{}.mlp.fc2.weight 384 1536
blocks.{}.ls2.gamma 384
norm.weight 384
)";
inline const std::string dit = R"(
pos_embed 1 256 384
x_embedder.proj.weight 384 4 2 2
x_embedder.proj.bias 384
t_embedder.mlp.0.weight 384 256
t_embedder.mlp.2.weight 384 384
y_embedder.embedding_table.weight 1001 384
blocks.{}.attn.qkv.weight 1152 384
blocks.{}.attn.qkv.bias 1152
blocks.{}.attn.proj.weight 384 384
blocks.{}.mlp.fc1.weight 1536 384
blocks.{}.mlp.fc2.weight 384 1536
blocks.{}.adaLN_modulation.1.weight 2304 384
blocks.{}.adaLN_modulation.1.bias 2304
final_layer.linear.weight 32 384
final_layer.adaLN_modulation.1.weight 768 384
)";

/// Standard deviations of N(0, 1) truncated at ±2 and at ±3: √(1 − 2cφ(c)/(2Φ(c) − 1)).
inline constexpr double cut_at_2 = 0.8796256610342398, cut_at_3 = 0.9865783925581086;

inline const std::vector<Published>& published()
{
    const std::string moe = "model.layers.{}.mlp.gate.weight 4 8\nmodel.layers.{}.mlp.experts.3.gate_proj.weight 20 8\n"
                            "model.layers.{}.mlp.experts.3.up_proj.weight 20 8\n"
                            "model.layers.{}.mlp.experts.3.down_proj.weight 8 20\n";
    const std::string mixtral = "model.layers.{}.block_sparse_moe.gate.weight 4 8\n"
                                "model.layers.{}.block_sparse_moe.experts.3.w1.weight 20 8\n"
                                "model.layers.{}.block_sparse_moe.experts.3.w2.weight 8 20\n"
                                "model.layers.{}.block_sparse_moe.experts.3.w3.weight 20 8\n";
    const std::string after = "model.layers.{}.post_feedforward_layernorm.weight 8\n";
    const std::string qkv_bias = "model.layers.{}.self_attn.q_proj.bias 8\nmodel.layers.{}.self_attn.k_proj.bias 4\n"
                                 "model.layers.{}.self_attn.v_proj.bias 4\n";
    std::string olmo2 = llama_block;
    olmo2.erase(olmo2.find("model.layers.{}.input_layernorm"),
        std::string("model.layers.{}.input_layernorm.weight 8\n").size());
    const std::string phi3
        = "model.embed_tokens.weight 64 8\nmodel.layers.{}.self_attn.qkv_proj.weight 16 8\n"
          "model.layers.{}.self_attn.o_proj.weight 8 8\nmodel.layers.{}.mlp.gate_up_proj.weight 40 8\n"
          "model.layers.{}.mlp.down_proj.weight 8 20\nmodel.layers.{}.input_layernorm.weight 8\n"
          "model.layers.{}.post_attention_layernorm.weight 8\nmodel.norm.weight 8\nlm_head.weight 64 8\n";
    const std::string heads = R"({"num_attention_heads": 4})";
    static const std::vector<Published> all {
        {"GPT-2", "gpt2", "", "{}", 12, gpt2_names, {{"wpe.weight", 0.02}, {"h.11.mlp.c_proj.weight", 0.00408248290}}},
        {"GPT-2 of OpenAI", "gpt2", "openai", "{}", 12, gpt2_names,
            {{"wpe.weight", 0.01}, {"wte.weight", 0.02}, {"h.11.mlp.c_proj.weight", 0.00408248290}}},
        {"BLOOM", "bloom", "", R"({"n_head": 16})", 24, bloom,
            {{"transformer.word_embeddings.weight", 0.01804219592},
                {"transformer.h.3.mlp.dense_4h_to_h.weight", 0.00260416667}}},
        {"DeepSeek-V3", "deepseek_v3", "", "{}", 3, deepseek_v3, {{"model.layers.1.self_attn.kv_b_proj.weight", 0.02}}},
        {"DeepSeek-V3 of its report", "deepseek_v3", "deepseek", "{}", 3, deepseek_v3,
            {{"model.layers.1.mlp.gate.weight", 0.006}, {"model.layers.1.mlp.gate.e_score_correction_bias", 0}}},
        {"gpt-oss", "gpt_oss", "", "{}", 3, gpt_oss,
            {{"model.layers.1.self_attn.sinks", 0.02}, {"model.layers.1.mlp.router.bias", 0.02},
                {"model.layers.1.mlp.experts.gate_up_proj_bias", 0}}},
        {"Qwen3-Next", "qwen3_next", "", "{}", 3, qwen3_next,
            {{"model.layers.1.self_attn.q_proj.weight", 0.02}, {"model.layers.0.input_layernorm.weight", 0}}},
        {"nanochat", "nanochat", "", "{}", 12, nanochat,
            {{"transformer.h.3.mlp.c_fc.weight", 0.03608439182}, {"transformer.h.3.mlp.c_proj.weight", 0},
                {"lm_head.weight", 0.001}, {"transformer.wte.weight", 1}}},
        {"nanochat of 2025", "nanochat", "nanochat_2025", "{}", 12, nanochat,
            {{"transformer.h.3.attn.c_k.weight", 0.02551551815}, {"lm_head.weight", 0}}},
        {"Whisper of OpenAI", "whisper_openai", "", "{}", 4, whisper_of_openai,
            {{"model_state_dict.encoder.conv1.weight", 1 / std::sqrt(3 * 240.0)},
                {"model_state_dict.decoder.blocks.1.mlp.2.weight", 1 / std::sqrt(3 * 1536.0)},
                {"model_state_dict.decoder.blocks.1.mlp.2.bias", 1 / std::sqrt(3 * 1536.0)},
                {"model_state_dict.decoder.token_embedding.weight", 1}}},
        {"nanochat with a narrower c_fc", "nanochat", "nanochat_narrow", "{}", 12, nanochat,
            {{"transformer.h.3.mlp.c_fc.weight", 0.4 * 0.03608439182}, {"transformer.wte.weight", 0.8}}},
        {"Whisper", "whisper", "", "{}", 4, whisper, {{"model.encoder.conv1.weight", 0.02}}},
        {"CLIP", "clip", "", "{}", 12, clip,
            {{"text_model.encoder.layers.3.self_attn.q_proj.weight", 0.009021097956},
                {"text_model.encoder.layers.3.mlp.fc2.weight", 0.009021097956},
                {"vision_model.encoder.layers.3.mlp.fc1.weight", 0.02551551815}}},
        {"CLIP of OpenAI", "clip", "openai", "{}", 12, clip,
            {{"text_model.encoder.layers.3.self_attn.q_proj.weight", 0.04419417382},
                {"text_model.encoder.layers.3.self_attn.out_proj.weight", 0.009021097956},
                {"vision_model.encoder.layers.3.self_attn.v_proj.weight", 0.02551551815},
                {"text_model.embeddings.position_embedding.weight", 0.01}}},
        {"Swin", "swin", "", "{}", 2, swin, {{"head.weight", 0.02}, {"patch_embed.proj.weight", 1.0 / 12}}},
        {"ConvNeXt", "convnext", "", "{}", 3, convnext, {{"stages.0.blocks.1.conv_dw.weight", 0.02}}},
        {"ConvNeXt of Meta", "convnext", "", "{}", 3, convnext_of_meta, {{"stages.0.1.dwconv.weight", 0.02}}},
        {"DINOv2", "dinov2", "", "{}", 12, dinov2, {{"blocks.3.attn.qkv.weight", 0.02}, {"mask_token", 0}}},
        {"DiT", "dit", "", "{}", 12, dit,
            {{"blocks.3.attn.qkv.weight", 0.03608439182}, {"x_embedder.proj.weight", 0.07071067812},
                {"final_layer.linear.weight", 0}}},
        {"ViT of transformers, by JAX", "vit", "jax", "{}", 12, vit,
            {{"vit.encoder.layer.3.intermediate.dense.weight", 0.04564354646}, {"classifier.weight", 0},
                {"vit.embeddings.patch_embeddings.projection.weight", 1 / std::sqrt(768.0)}}},
        {"LLaMA", "llama", "", heads, 3, llama_block + gated, {{"model.layers.2.mlp.down_proj.weight", 0.02}}},
        {"LLaMA of Megatron-LM", "llama", "megatron", heads, 3, llama_block + gated,
            {{"model.layers.2.mlp.down_proj.weight", 0.00816496581}, {"model.layers.0.mlp.up_proj.weight", 0.02}}},
        {"LLaMA of torchtitan", "llama", "torchtitan", heads, 3, llama_block + gated,
            {{"model.layers.0.self_attn.o_proj.weight", 0.01414213562},
                {"model.layers.2.mlp.up_proj.weight", 0.00816496581}, {"model.layers.2.mlp.gate_proj.weight", 0.02},
                {"model.embed_tokens.weight", 1}, {"lm_head.weight", cut_at_3 / std::sqrt(8.0)}}},
        {"LLaMA of LitGPT", "llama", "litgpt", heads, 3, llama_block + gated,
            {{"model.layers.2.mlp.down_proj.weight", 0.1178511302},
                {"model.layers.0.mlp.up_proj.weight", 0.2236067977}}},
        {"LLaMA of BLOOM's stack", "llama", "bloom", heads, 3, llama_block + gated,
            {{"model.layers.0.mlp.up_proj.weight", 0.2041241452},
                {"model.layers.2.self_attn.o_proj.weight", 1.0 / 12}}},
        {"LLaMA of nanochat", "llama", "nanochat", heads, 3, llama_block + gated,
            {{"model.layers.2.mlp.down_proj.weight", 0}, {"model.layers.0.mlp.up_proj.weight", 0.3535533906},
                {"lm_head.weight", 0.001}}},
        {"LLaMA of OLMo (mitchell)", "llama", "olmo_mitchell", heads, 3, llama_block + gated,
            {{"model.layers.2.mlp.down_proj.weight", cut_at_3 / std::sqrt(120.0)},
                {"model.layers.0.mlp.up_proj.weight", cut_at_3 / std::sqrt(8.0)}}},
        {"LLaMA of MaxText", "llama", "maxtext", heads, 3, llama_block + gated,
            {{"model.layers.2.mlp.down_proj.weight", 0.2236067977}, {"model.layers.0.self_attn.q_proj.weight", 0.25},
                {"model.layers.0.self_attn.k_proj.weight", 0.3535533906}}},
        {"Mistral", "mistral", "", R"({"model_type": "mistral"})", 3, llama_block + gated,
            {{"model.layers.2.mlp.down_proj.weight", 0.02}}},
        {"Qwen 2.5", "qwen2", "", "{}", 3, llama_block + gated + qkv_bias,
            {{"model.layers.2.self_attn.q_proj.bias", 0}}},
        {"Qwen 3", "qwen3", "", "{}", 3, llama_block + gated + head_norms, {{"lm_head.weight", 0.02}}},
        {"OLMo 2", "olmo2", "", "{}", 3, olmo2 + gated + head_norms + after, {{"lm_head.weight", 0.02 * cut_at_3}}},
        {"OLMo 2 of transformers", "olmo2", "transformers", R"({"initializer_range": 0.01})", 3,
            olmo2 + gated + head_norms + after, {{"model.layers.1.self_attn.o_proj.weight", 0.01}}},
        {"Gemma", "gemma", "", R"({"model_type": "gemma"})", 3, llama_block + gated,
            {{"model.layers.1.self_attn.o_proj.weight", 0.02}}},
        {"Gemma 3", "gemma2", "",
            R"({"model_type": "gemma3", "text_config": {"model_type": "gemma3_text", "initializer_range": 0.03}})", 3,
            llama_block + gated + head_norms + after + "model.layers.{}.pre_feedforward_layernorm.weight 8\n",
            {{"model.layers.1.self_attn.o_proj.weight", 0.03}}},
        {"Mixtral", "mixtral", "", "{}", 2, llama_block + mixtral,
            {{"model.layers.1.block_sparse_moe.experts.3.w2.weight", 0.02}}},
        {"OLMoE", "moe", "", "{}", 2, llama_block + head_norms + moe,
            {{"model.layers.1.mlp.experts.3.down_proj.weight", 0.02}}},
        {"Phi-3", "phi3", "", R"({"num_attention_heads": 4, "num_key_value_heads": 2})", 2, phi3,
            {{"model.layers.1.mlp.down_proj.weight", 0.02}}},
        {"nanoGPT", "nanogpt", "", "{}", 12, nanogpt,
            {{"_orig_mod.transformer.h.11.mlp.c_proj.weight", 0.02 / 4.898979486}, {"_orig_mod.lm_head.weight", 0.02}}},
        {"llama2.c", "llama_meta", "", "{}", 6, meta,
            {{"layers.5.feed_forward.w3.weight", 0.02 / 3.464101615}, {"layers.5.feed_forward.w2.weight", 0.02}}},
        {"llama2.c with its issue 579", "llama_meta", "megatron", "{}", 6, meta,
            {{"layers.5.feed_forward.w2.weight", 0.02 / 3.464101615}, {"layers.5.feed_forward.w3.weight", 0.02}}},
        {"torchtitan", "llama_meta", "torchtitan", "{}", 6, meta,
            {{"tok_embeddings.weight", 1}, {"layers.0.attention.wo.weight", 0.0141421356},
                {"layers.4.attention.wo.weight", 0.00632455532}, {"output.weight", cut_at_3 / 16.97056275}}},
        {"Pythia", "gpt_neox", "", R"({"num_attention_heads": 8})", 6, neox,
            {{"embed_out.weight", 0.02795084972}, {"gpt_neox.layers.5.attention.query_key_value.weight", 0.02795084972},
                {"gpt_neox.layers.0.mlp.dense_4h_to_h.weight", 0.01473139127}}},
        {"Pythia of transformers", "gpt_neox", "transformers", R"({"num_attention_heads": 8})", 6, neox,
            {{"gpt_neox.layers.0.mlp.dense_4h_to_h.weight", 0.02}}},
        {"BERT", "bert", "", "{}", 12, bert("bert.") + bert_head, {{"bert.pooler.dense.weight", 0.02}}},
        {"BERT of Google", "bert", "google", "{}", 12, bert("bert.") + bert_head,
            {{"bert.pooler.dense.weight", 0.02 * cut_at_2}}},
        {"BERT of Megatron-LM", "bert", "megatron", "{}", 12, bert("bert.") + bert_head,
            {{"bert.pooler.dense.weight", 0.02}, {"bert.encoder.layer.3.output.dense.weight", 0.00408248290}}},
        {"RoBERTa", "roberta", "", "{}", 12, bert("roberta.") + roberta_head, {{"lm_head.dense.weight", 0.02}}},
        {"RoBERTa without a head", "roberta", "", R"({"model_type": "roberta"})", 2, bert(""),
            {{"embeddings.word_embeddings.weight", 0.02}}},
        {"T5 1.1 small", "t5", "", R"({"model_type": "t5", "d_kv": 64, "tie_word_embeddings": false})", 8, t5,
            {{"shared.weight", 1}, {"encoder.block.7.layer.0.SelfAttention.q.weight", 0.005524271728},
                {"encoder.block.7.layer.0.SelfAttention.v.weight", 0.04419417382},
                {"decoder.block.3.layer.1.EncDecAttention.o.weight", 0.05103103631},
                {"encoder.block.2.layer.1.DenseReluDense.wi_0.weight", 0.04419417382},
                {"decoder.block.2.layer.2.DenseReluDense.wo.weight", 0.03125},
                {"decoder.block.0.layer.0.SelfAttention.relative_attention_bias.weight", 0.04419417382},
                {"lm_head.weight", 1}}},
        {"T5 without its config", "t5", "", "{}", 8, t5,
            {{"encoder.block.7.layer.0.SelfAttention.q.weight", 0.005524271728}}},
        {"ViT", "vit_timm", "", "{}", 12, vit_timm,
            {{"cls_token", 1e-6}, {"blocks.11.attn.qkv.weight", 0.02}, {"head.weight", 0.02},
                {"patch_embed.proj.weight", 1 / std::sqrt(3 * 768.0)},
                {"patch_embed.proj.bias", 1 / std::sqrt(3 * 768.0)}}},
        {"ViT by JAX", "vit_timm", "jax", "{}", 12, vit_timm,
            {{"blocks.11.attn.qkv.weight", 0.05103103631}, {"head.weight", 0}, {"blocks.0.mlp.fc1.bias", 1e-6},
                {"patch_embed.proj.weight", 1 / std::sqrt(768.0)}}},
        {"ViT by MoCo", "vit_timm", "moco", "{}", 12, vit_timm, {{"blocks.11.attn.qkv.weight", 0.07216878365}}},
        {"ViT of transformers", "vit", "", "{}", 12, vit,
            {{"vit.embeddings.position_embeddings", 0.02}, {"vit.encoder.layer.11.output.dense.weight", 0.02}}},
        {"ResNet-18", "resnet", "", "{}", 2, resnet_stem,
            {{"conv1.weight", std::sqrt(2 / (64 * 49.0))}, {"layer2.0.conv1.weight", std::sqrt(2 / (128 * 9.0))},
                {"layer2.0.downsample.0.weight", 0.125}, {"fc.weight", 1 / std::sqrt(3 * 512.0)},
                {"fc.bias", 1 / std::sqrt(3 * 512.0)}}},
        {"ResNet with bottlenecks", "resnet", "zero_gamma", "{}", 2, resnet_stem + bottleneck,
            {{"layer1.1.conv3.weight", std::sqrt(2 / 256.0)}}},
        {"Mamba", "mamba", "", "{}", 24, mamba,
            {{"backbone.layers.23.mixer.in_proj.weight", 1 / std::sqrt(3 * 768.0)},
                {"backbone.layers.23.mixer.out_proj.weight", 1 / std::sqrt(3 * 1536.0 * 24)},
                {"backbone.layers.0.mixer.conv1d.weight", 0.5 / std::sqrt(3.0)},
                {"backbone.layers.0.mixer.conv1d.bias", 0.5 / std::sqrt(3.0)},
                {"backbone.layers.0.mixer.dt_proj.weight", 1 / std::sqrt(3 * 48.0)}, {"lm_head.weight", 0.02}}},
        {"Mamba of transformers", "mamba", "transformers", R"({"initializer_range": 0.1})", 24, mamba,
            {{"backbone.layers.23.mixer.out_proj.weight", 1 / std::sqrt(3 * 1536.0)},
                {"backbone.embedding.weight", 0.1}}},
        {"Mamba 2", "mamba2", "", "{}", 24, mamba2,
            {{"backbone.layers.3.mixer.in_proj.weight", 1 / std::sqrt(3 * 768.0)}}},
        {"nn.TransformerEncoder", "torch_transformer", "", "{}", 6, torch_encoder,
            {{"encoder.layers.5.self_attn.in_proj_weight", 0.03125},
                {"decoder.layers.5.multihead_attn.out_proj.weight", 1 / std::sqrt(3 * 512.0)},
                {"encoder.layers.0.linear2.bias", 1 / std::sqrt(3 * 2048.0)}}},
        {"nn.Transformer", "torch_transformer", "transformer", "{}", 6, torch_encoder,
            {{"encoder.layers.5.linear1.weight", std::sqrt(2 / 2560.0)}}},
        {"LLaMA in GGUF", "llama_gguf", "", "{}", 22, gguf, {{"blk.21.ffn_down.weight", 0.02}}},
        {"LoRA", "lora", "", "{}", 4, lora,
            {{"base_model.model.model.layers.3.self_attn.q_proj.lora_A.weight", 1 / std::sqrt(3 * 2048.0)},
                {"base_model.model.model.layers.3.self_attn.q_proj.lora_B.weight", 0}}},
        {"Gaussian LoRA", "lora", "gaussian", "{}", 4, lora,
            {{"base_model.model.model.layers.3.mlp.up_proj.lora_A.default.weight", 0.125}}},
    };
    return all;
}

}   // namespace stepzero::published_models
