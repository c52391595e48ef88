// SPDX-License-Identifier: GPL-3.0-or-later
// A transformer from a plain description, of words or of images.
//
// Roles of the transformer's matrices and of their outputs' sites: "q", "k", "v", "attention_out", "mlp_in",
// "mlp_gate", "mlp_out" in the blocks, "embedding" (of images "patch" and "class_token"), "position", "head" outside;
// "router" where the MLP is a mixture of experts (experts.h), whose matrices have those of the MLP, all of a block one
// role. Further sites: "attention",
// "mlp_activation", "q_norm", "k_norm", and W_norm, W_norm_after, W_stream, W_branch, W_return of residual.h
// with W "attention" and "mlp" in the blocks; "embedding_norm", "final_norm", "logits" outside; of images "embedding"
// of the tokens, "input" and "pooled" too.
#pragma once

#include "core/modules/attention.h"
#include "core/modules/experts.h"
#include "core/modules/gated.h"
#include "core/modules/residual.h"
#include "core/modules/token_network.h"

namespace stepzero {

/// Whether attention and MLP of a block read the same, each through a norm of its own or both through one.
enum class Parallel { none, two_norms, one_norm };

/// Of networks whose sequences are images, each with one class (Dosovitskiy et al. 2021).
struct ImageSpec {
    int channels = 3, side = 224;
    int patch = 16;   ///< side of a patch, which divides that of the image
    bool class_token = true;   ///< stands before the patches, and the head reads it; else that reads the mean over them

    int patches() const { return (side / patch) * (side / patch); }
    int tokens() const { return patches() + (class_token ? 1 : 0); }
};

struct TransformerSpec {
    int layers = 12, width = 768, heads = 12, key_value_heads = 12;
    int head_width = 0;   ///< 0: width/heads
    int mlp_width = 3072, vocabulary = 50257;   ///< or classes
    std::optional<ImageSpec> image {};   ///< none: words
    int positions = 1024;   ///< learned ones, of images as many as tokens; 0: none
    std::optional<Rotary> rotary {};
    bool causal = true, bias = true, tied = true;
    bool qkv_packed = false;   ///< the schemes of q, k and v count the fans of the three as one
    bool qk_norm = false, embedding_norm = false, final_norm = true;
    bool qk_norm_over_heads = false;   ///< of all heads at once, as in OLMo 2
    bool head_bias = false;   ///< of the head that makes the logits, tied or not
    bool norm_biases = false;   ///< β of all norms
    LogitScale logit_scale = LogitScale::root;
    double embedding_multiplier = 1, attention_multiplier = 1, logits_multiplier = 1;   ///< the last of the head's
    double attention_softcap = 0, logits_softcap = 0;   ///< 0: none
    Placement placement = Placement::pre;
    Parallel parallel = Parallel::none;
    NormKind norm = NormKind::layer;
    double epsilon = 1e-5;
    double alpha = 0.5;   ///< of DyT
    bool norm_scaling = false;   ///< norms that branches read are multiplied by 1/√block
    Activation activation {"gelu", {}};
    bool gated = false;   ///< mlp_out(φ(mlp_gate x) ∘ mlp_in x) in place of mlp_out(φ(mlp_in x))
    int experts = 0;   ///< in place of the MLP; 0: none
    int experts_chosen = 2;   ///< for each token
    int shared_experts = 0;   ///< that every token passes, beside
    int expert_width = 3072;
    bool gates_renormalized = true;
    GivenRows rows {};   ///< of the embedding, and but for padding of the head
    double skip = 1, branch = 1;   ///< s and α of residual.h
    StreamsSpec streams {};   ///< several neither with Parallel nor with norms_sum()
    std::map<std::string, RoleInitializer> matrices {};   ///< by role; those not named are `matrix`
    RoleInitializer matrix {{"normal", {{"mean", 0.0}, {"std", 0.02}}}, 1};
    RoleInitializer biases {{"zeros", {}}, 1};   ///< of the linear maps
    RoleInitializer norm_scale {{"ones", {}}, 1};
    /// By name, for those that are not drawn but known; where any is, each block has laws of its own.
    std::map<std::string, Initializer> measured {};
};

constexpr int head_width_of(const TransformerSpec& spec)
{
    return spec.head_width > 0 ? spec.head_width : spec.width / spec.heads;
}
/// Of all heads.
constexpr int attention_width(const TransformerSpec& spec) { return spec.heads * head_width_of(spec); }
/// Of the MLP, or of an expert.
constexpr int inner_width(const TransformerSpec& spec) { return spec.experts > 0 ? spec.expert_width : spec.mlp_width; }
/// How many MLPs a token passes.
constexpr int passed_experts(const TransformerSpec& spec)
{
    return spec.experts > 0 ? spec.experts_chosen + spec.shared_experts : 1;
}

/// About how many bytes a pass of a DistributionRecorder over so many tokens, of all sequences, takes at its peak:
/// activations, what is kept for backward, and what is recorded. Without the noise cache, which while a matrix is drawn
/// takes that much more than its limit.
double memory_estimate(const TransformerSpec& spec, double tokens_in_all, bool backward);

/// Tokens → embedding (→ norm) → blocks of attention and MLP → final norm → head. Of images: patches and class token
/// in place of the embedding, and the class token or the mean over the tokens before the head.
class Transformer : public TokenNetwork {
public:
    /// Parameters are named blocks.N.ROLE.weight and .bias, or ROLE.weight outside; those of experts
    /// blocks.N.experts.M.ROLE.weight, or shared_experts. Throws std::invalid_argument
    /// on numbers that do not fit together and unknown words.
    explicit Transformer(const TransformerSpec& spec);
};

}   // namespace stepzero
