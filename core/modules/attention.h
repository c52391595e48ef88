// SPDX-License-Identifier: GPL-3.0-or-later
// Multi-head attention, the step of a transformer block that mixes tokens (Vaswani et al.: Attention is all you need.
// 2017). It supports these variants:
// - Fewer key and value heads than query heads (Ainslie et al. 2023); query head h reads key head
//   h·key_value_heads/heads.
// - Rotary positions (Su et al. 2021) in LLaMA's layout: entry i is paired with the entry half the rotating part
//   further on.
// - QK norm (Henry et al. 2020), on each head before the rotation, or on all heads at once as in OLMo 2.
// - Sub-norm (Wang et al. 2022, Magneto), a norm of the output of all heads before the last map.
// - Biases of the logits by distance: distance_bias.h. The table of T5's is a single parameter of all blocks.
// - Soft cap: soft_cap.h.
// - Output gate (Qiu et al. 2025: gated attention for large language models): the output of the heads is multiplied by
//   the sigmoid of a linear map of the input.
// - Value embeddings (Karpathy's nanochat 2026, after Zhou et al. 2024: value residual learning): a second table of
//   tokens. Each head's values receive 2σ(z) times the token's row, where z is a linear map of the first entries of the
//   input.
// - Latents (DeepSeek-AI 2024): queries are computed from a small normalized vector, and so are keys and values;
//   latent.h.
//
// Masked positions get weight 0, and no statistic counts them. Statistics of logits are those of queries and keys,
// without biases by distance; entropies and maps include them.
//
// Sites: those of the linear maps and norms, and "attention", the output of the heads before gate and last map. The
// latter also has AttentionHeads and, if the recorder wants them, attention maps.
#pragma once

#include "core/math/activation/activation.h"
#include "core/modules/latent.h"
#include "core/modules/soft_cap.h"
#include "core/network/distance_bias.h"
#include "core/network/logit_scale.h"
#include "core/network/rotary.h"

namespace stepzero {

struct AttentionWeights;

/// Learned biases by distance.
struct RelativeBias {
    DistanceBuckets buckets;
    ParameterPlan table;   ///< [buckets, heads]
    bool first = true;   ///< the attention that reports and lists the table, which all blocks share
};

struct ValueEmbedding {
    ParameterPlan table;   ///< [vocabulary, key_value_heads·value_width]
    LinearSpec gate;   ///< [key_value_heads, first entries of the input]
    std::shared_ptr<const std::vector<int>> tokens;   ///< those of the input, set by the Embedding
};

/// The small vector from which all queries are computed.
struct QueryLatentSpec {
    LinearSpec down;   ///< [rank, width]
    NormSpec norm;
};

struct AttentionSpec {
    int block = 1;
    int heads = 1;
    int key_value_heads = 1;   ///< divides heads
    int head_width = 1;   ///< width of each query and key
    int value_width = 1;   ///< width of each value
    bool causal = true;
    LogitScale logit_scale = LogitScale::root;
    double multiplier = 1;   ///< factor of the logits, in addition to their scale
    double softcap = 0;   ///< 0: no soft cap
    std::optional<Rotary> rotary {};   ///< turns the shared entries of latent keys, or else those of each head
    bool alibi = false;
    std::optional<RelativeBias> relative {};
    int normalized_width = 0;   ///< head_width: the QK norm acts on each head, with the same γ; 0: on all heads at once
    std::optional<NormSpec> q_norm {}, k_norm {};
    std::optional<NormSpec> sub_norm {};   ///< between the heads and `out`
    LinearSpec q;   ///< [heads·head_width, width or rank of the latent]
    std::optional<QueryLatentSpec> query_latent {};
    std::optional<LinearSpec> k {}, v {};   ///< [key_value_heads·head_width or ·value_width, width], or `latent`
    std::optional<LatentSpec> latent {};
    std::optional<LinearSpec> gate {};   ///< [heads·value_width, width]
    std::optional<ValueEmbedding> values {};
    LinearSpec out;   ///< [width, heads·value_width]
};

class Attention : public Module {
public:
    /// Throws std::invalid_argument when the heads or widths of the spec are inconsistent.
    explicit Attention(AttentionSpec spec);

    Signal forward(Signal input, Pass& pass) override;
    Signal backward(Signal gradient, Pass& pass) override;
    void list_parameters(std::vector<ParameterPlan>& plans) const override;

private:
    AttentionWeights weights(int sequence, int head, int first, const Context& context) const;
    int key_head(int head) const { return head / (heads_ / key_value_heads_); }
    void project(Signal input, Pass& pass);
    Signal input_gradient(Signal to_q, Signal to_k, Signal to_v, std::optional<Signal> to_gate, Pass& pass);
    void normalize_heads(Signal& signal, Norm& norm, Pass& pass) const;
    void denormalize_heads(Signal& gradient, Norm& norm, Pass& pass) const;
    void rotate(Tensor& tensor, int tokens, bool back, const Context& context) const;
    /// `read` holds the first entries of the input, for the gates.
    void add_value_embeddings(Signal read, Pass& pass);
    /// Returns the gradient at the first entries of the input, for the gradient at the values.
    Signal value_embeddings_backward(const Signal& to_v, Pass& pass);
    Tensor distance_biases(int tokens, const Pass& pass) const;
    void give_relative_gradient(const std::vector<Eigen::MatrixXd>& by_offset, std::int64_t exponent, Pass& pass) const;

    int block_, heads_, key_value_heads_, head_width_, value_width_, normalized_width_;
    int turning_from_;   // first entry of a head that rotary positions turn
    bool causal_;
    float scale_;
    SoftCap cap_;
    std::vector<double> speeds_;   // rotary speeds; empty without rotary positions
    std::vector<double> slopes_;   // slopes of ALiBi; empty without it
    std::optional<RelativeBias> relative_;
    Sequence q_map_;
    std::optional<Linear> k_map_, v_map_;   // present unless latent_ is
    std::optional<LatentKeys> latent_;
    Linear out_map_;
    std::optional<Linear> gate_map_;
    int value_channels_;   // first entries of the input that the gates of value embeddings read
    std::optional<Linear> value_gate_map_;
    ParameterPlan value_table_;   // used with value_gate_map_
    std::shared_ptr<const std::vector<int>> tokens_;
    ActivationFunction sigmoid_ {{"sigmoid", {}}};
    std::optional<Norm> q_norm_, k_norm_, sub_norm_;
    Signal gate_, mixed_;   // before the sigmoid, and before the gate; empty without a gate
    Signal value_gate_;   // before the sigmoid
    Signal q_, k_, v_;   // as attention uses them: after norm and rotation
    Tensor biases_;   // [offset of the key + tokens − 1, head]; empty without biases by distance
};

}   // namespace stepzero
