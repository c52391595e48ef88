// SPDX-License-Identifier: GPL-3.0-or-later
// A transformer of words or images, built from a plain description.
//
// Roles of matrices and of their outputs' sites, in the blocks: "q", "k", "v", "attention_out", "mlp_in", "mlp_gate",
// "mlp_out". An output gate adds "attention_gate", and value embeddings add "value_embedding" and "value_gate". Latent
// attention replaces "k" and "v" by "kv_down" and "kv_up", and "q" by "q_down" and "q_up" if queries have a latent.
// Outside: "embedding" (for images "patch" and "class_token"), "position", "relative_bias", "head". A mixture of
// experts (experts.h) adds "router"; its matrices have the roles of the MLP, one role for all experts of a block.
// Modulation adds "attention_modulation" and "mlp_modulation" in the blocks, and "final_modulation" outside.
//
// Further sites in the blocks: "attention", "mlp_activation", "q_norm", "k_norm", "q_latent_norm", "kv_latent_norm",
// "attention_sub_norm", "mlp_sub_norm", and W_norm, W_norm_after, W_stream, W_branch, W_return of residual.h with W =
// "attention" and "mlp". Further sites outside: "embedding_norm", "final_norm", "logits"; for images also "input",
// the tokens' "embedding", and "pooled".
#pragma once

#include "core/modules/attention.h"
#include "core/modules/experts.h"
#include "core/modules/gated.h"
#include "core/modules/residual.h"
#include "core/modules/token_network.h"
#include "core/network/input/head_prior.h"

namespace stepzero {

/// Selects parallel branches: attention and MLP of a block read the same stream, each through its own norm or both
/// through one.
enum class Parallel { none, two_norms, one_norm };

/// Describes sequences that are images, each with one class (Dosovitskiy et al. 2021).
struct ImageSpec {
    int channels = 3, side = 224;
    int patch = 16;   ///< side of a patch; it divides the side of the image
    bool class_token = true;   ///< precedes the patches and is read by the head; else the head reads the token mean

    int patches() const { return (side / patch) * (side / patch); }
    int tokens() const { return patches() + (class_token ? 1 : 0); }
};

/// The widths of latent attention (latent.h).
struct LatentWidths {
    int query_rank = 0;   ///< width of the latent vector of queries; 0: queries are computed from the input
    int rank = 1;   ///< width of the latent vector of keys and values
    int shared = 0;   ///< last entries of each key that all heads share; fewer than the head width
};

struct TransformerSpec {
    int layers = 12, width = 768, heads = 12, key_value_heads = 12;
    int head_width = 0;   ///< width of each query and key; 0: width/heads
    int value_width = 0;   ///< width of each value; 0: that of queries and keys
    std::optional<LatentWidths> latent {};
    int mlp_width = 3072, vocabulary = 50257;   ///< vocabulary or number of classes
    std::optional<ImageSpec> image {};   ///< absent: words
    int positions = 1024;   ///< learned positions; for images as many as tokens; 0: none
    std::optional<Rotary> rotary {};
    bool sinusoids = false, alibi = false;   ///< sinusoids.h, distance_bias.h
    std::optional<DistanceBuckets> relative {};   ///< T5's biases by distance, shared by all blocks
    bool causal = true, bias = true, tied = true;
    bool qkv_packed = false;   ///< the schemes of q, k and v use the fans of the three together
    bool qk_norm = false, embedding_norm = false, final_norm = true;
    bool sub_norm = false;   ///< norms before the maps that write into the stream, as in BitNet
    bool output_gate = false;   ///< gates the output of attention
    bool value_embeddings = false;   ///< in every second block, the last one included
    int value_gate_channels = 32;   ///< entries of the input that their gates read, at most the width
    bool qk_norm_over_heads = false;   ///< over all heads at once, as in OLMo 2
    bool head_bias = false;   ///< bias of the head that makes the logits, tied or not
    bool norm_biases = false;   ///< β of all norms
    LogitScale logit_scale = LogitScale::root;
    double embedding_multiplier = 1, attention_multiplier = 1, logits_multiplier = 1;   ///< the last one: of logits
    double attention_softcap = 0, logits_softcap = 0;   ///< 0: no soft cap
    Placement placement = Placement::pre;
    Parallel parallel = Parallel::none;
    NormKind norm = NormKind::layer;
    double epsilon = 1e-5;
    double alpha = 0.5;   ///< α of DyT
    bool modulated = false;   ///< conditions modulate branches and the final norm (modulation.h); needs Placement::pre
    bool norm_scaling = false;   ///< norms that branches read are multiplied by 1/√block
    Activation activation {"gelu", {}};
    bool gated = false;   ///< mlp_out(φ(mlp_gate x) ∘ mlp_in x) instead of mlp_out(φ(mlp_in x))
    int experts = 0;   ///< number of experts that replace the MLP; 0: a single MLP
    int experts_chosen = 2;   ///< per token
    int shared_experts = 0;   ///< additional experts that process every token
    int expert_width = 3072;
    bool gates_renormalized = true;
    GivenRows rows {};   ///< rows of the embedding and, except for padding, of the head
    double skip = 1, branch = 1;   ///< s and α of residual.h
    StreamsSpec streams {};   ///< several streams are allowed neither with Parallel nor with norms_sum()
    std::map<std::string, RoleInitializer> matrices {};   ///< by role; roles that are not named use `matrix`
    RoleInitializer matrix {{"normal", {{"mean", 0.0}, {"std", 0.02}}}, 1};
    RoleInitializer biases {{"zeros", {}}, 1};   ///< biases of the linear maps
    std::optional<RoleInitializer> head_biases {};   ///< bias of the head; absent: `biases`
    RoleInitializer norm_scale {{"ones", {}}, 1};   ///< for norms that are not named
    std::map<std::string, RoleInitializer> norm_scales {};   ///< by the name of the norm: "final_norm"
    NumberVariables law_variables {};   ///< variables of expressions in these initializers
    bool blocks_differ = false;   ///< an expression depends on the block
    /// Initializers of parameters with known weights, by name. If there are any, each block has its own distributions.
    std::map<std::string, Initializer> measured {};
    /// For theory: what the head's bias predicts; absent if it is random or constant.
    std::optional<HeadPrior> prior {};
};

constexpr int head_width_of(const TransformerSpec& spec)
{
    return spec.head_width > 0 ? spec.head_width : spec.width / spec.heads;
}
constexpr int value_width_of(const TransformerSpec& spec)
{
    return spec.value_width > 0 ? spec.value_width : head_width_of(spec);
}
/// Widths of the queries, keys, mixed values and values of all heads together.
constexpr int queries_width(const TransformerSpec& spec) { return spec.heads * head_width_of(spec); }
constexpr int keys_width(const TransformerSpec& spec) { return spec.key_value_heads * head_width_of(spec); }
constexpr int mixed_width(const TransformerSpec& spec) { return spec.heads * value_width_of(spec); }
constexpr int values_width(const TransformerSpec& spec) { return spec.key_value_heads * value_width_of(spec); }
/// Width of the latent vector of queries; 0: none.
constexpr int query_rank_of(const TransformerSpec& spec) { return spec.latent ? spec.latent->query_rank : 0; }
/// Width of the part of each head that rotary positions may turn.
constexpr int turning_width(const TransformerSpec& spec)
{
    return spec.latent && spec.latent->shared > 0 ? spec.latent->shared : head_width_of(spec);
}
/// Returns whether a role is one of queries, keys and values.
bool is_packable(std::string_view role);
constexpr bool has_value_embedding(const TransformerSpec& spec, int block)
{
    return spec.value_embeddings && (spec.layers - block) % 2 == 0;
}
/// Returns whether a condition modulates the output of the final norm.
constexpr bool modulates_end(const TransformerSpec& spec) { return spec.modulated && spec.final_norm; }
/// Width of the MLP, or of an expert.
constexpr int inner_width(const TransformerSpec& spec) { return spec.experts > 0 ? spec.expert_width : spec.mlp_width; }
/// Number of MLPs that a token passes.
constexpr int passed_experts(const TransformerSpec& spec)
{
    return spec.experts > 0 ? spec.experts_chosen + spec.shared_experts : 1;
}

/// Returns the approximate peak memory in bytes of a pass with a DistributionRecorder over `tokens_in_all` tokens of
/// all sequences: activations, what backward needs, and the record. Excludes the noise cache, which exceeds its limit
/// by the size of a matrix while that matrix is sampled.
double memory_estimate(const TransformerSpec& spec, double tokens_in_all, bool backward);

/// Tokens → embedding (→ norm) → blocks of attention and MLP → final norm → head. For images, patches and a class token
/// replace the embedding, and the head reads the class token or the mean over the tokens.
class Transformer : public TokenNetwork {
public:
    /// Parameters are named blocks.N.ROLE.weight and .bias, or ROLE.weight outside the blocks. Those of experts are
    /// named blocks.N.experts.M.ROLE.weight, or shared_experts. Throws std::invalid_argument for inconsistent numbers
    /// and unknown words.
    explicit Transformer(const TransformerSpec& spec);
};

}   // namespace stepzero
