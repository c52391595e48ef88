// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/transformer.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "core/modules/elementwise.h"
#include "core/modules/modulation.h"
#include "core/modules/pooling.h"
#include "core/network/init/parameter_use.h"

namespace stepzero {

namespace {

const std::vector<std::string> matrix_slots {"q", "k", "v", "attention_out", "mlp_in", "mlp_gate", "mlp_out",
    "embedding", "position", "head", "router", "patch", "class_token", "relative_bias", "attention_gate",
    "value_embedding", "value_gate", "q_down",
    // Vectors of the blocks have the next ten slots, which the biases of matrices must not use.
    {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, "q_up", "kv_down", "kv_up"};
const std::vector<std::string> vector_slots {"attention_norm", "mlp_norm", "attention_norm_after", "mlp_norm_after",
    "q_norm", "k_norm", "embedding_norm", "final_norm", "attention_sub_norm", "mlp_sub_norm", "attention_reading",
    "attention_mixing", "attention_writing", "mlp_reading", "mlp_mixing", "mlp_writing", "q_latent_norm",
    "kv_latent_norm"};

/// Streams of experts' parameters; they come after those of all blocks.
constexpr std::uint32_t experts_from = 1U << 26, experts_of_a_block = 1024, slots_of_an_expert = 4;
const std::vector<std::string> expert_slots {"mlp_in", "mlp_gate", "mlp_out", "mlp_sub_norm"};

class Builder : TokenPlans<TransformerSpec> {
public:
    explicit Builder(const TransformerSpec& spec) : TokenPlans(spec, matrix_slots, vector_slots)
    {
        if (s_.layers < 0 || s_.heads < 1 || (s_.head_width == 0 && s_.width % s_.heads != 0))
            throw std::invalid_argument("the heads must divide the width");
        if (s_.latent && (s_.latent->shared < 0 || s_.latent->shared >= head_width_of(s_)))
            throw std::invalid_argument("keys must have entries that their heads do not share");
        if (s_.experts + s_.shared_experts >= int(experts_of_a_block))
            throw std::invalid_argument("a block has fewer than 1024 experts");
        if (s_.modulated && s_.placement != Placement::pre)
            throw std::invalid_argument("modulation needs a norm before each branch");
        if (s_.streams.count > 1 && s_.parallel != Parallel::none)
            throw std::invalid_argument("parallel branches have one stream");
    }

    TokenNetwork::Start start() const
    {
        if (s_.image)
            return Patches(patches());
        return Embedding(embedding());
    }

    EmbeddingSpec embedding() const
    {
        EmbeddingSpec e {.site = {0, "embedding"},
            .tokens = matrix(0, "embedding", {s_.vocabulary, s_.width}),
            .multiplier = s_.embedding_multiplier};
        e.tokens.rows = s_.rows;
        if (s_.positions > 0)
            e.positions = matrix(0, "position", {s_.positions, s_.width});
        e.sinusoids = s_.sinusoids;
        if (s_.value_embeddings)
            e.seen = tokens_;
        return e;
    }

    PatchesSpec patches() const
    {
        const ImageSpec& image = *s_.image;
        const int seen = image.patch * image.patch, fan_in = image.channels * seen;
        const Scheme* scheme = find_scheme(initializer_of("patch").initializer.scheme);
        // A scheme that does not distinguish kernels initializes the flat matrix.
        const bool flat = scheme && scheme->needs_matrix;
        LinearSpec l = linear(0, "patch",
            flat ? Shape {s_.width, fan_in} : Shape {s_.width * seen, fan_in, image.patch, 2}, matrix_slot("patch"));
        l.weight.window = {.dimensions = 2, .side = image.side, .kernel = image.patch, .stride = image.patch};
        PatchesSpec p {.patch = {.site = l.site, .weight = std::move(l.weight), .bias = std::move(l.bias)}};
        if (image.class_token)
            p.class_token = matrix(0, "class_token", {1, s_.width});
        if (s_.positions > 0)
            p.positions = matrix(0, "position", {s_.positions, s_.width});
        return p;
    }

    HeadSpec head() const
    {
        HeadSpec h {{0, "logits"}, {}, s_.logits_multiplier, s_.logits_softcap};
        if (s_.tied) {
            h.weight = embedding().tokens;
        } else {
            h.weight = matrix(0, "head", {s_.vocabulary, s_.width});
            h.weight.rows = {.added = s_.rows.added, .rule = s_.rows.rule};
        }
        if (s_.head_bias)
            h.bias = linear(0, "head", s_.vocabulary, s_.width).bias;
        return h;
    }

    Sequence body() const
    {
        Sequence body;
        if (s_.embedding_norm)
            body.emplace<Norm>(norm(0, "embedding_norm", s_.width));
        if (s_.streams.count > 1)
            body.emplace<StreamMap>(copied_streams(s_.streams.count));
        for (int block = 1; block <= s_.layers; ++block) {
            auto first = residual(block, "attention", attention(block)),
                 second = residual(block, "mlp", s_.experts > 0 ? experts(block) : mlp(block));
            if (s_.parallel == Parallel::none) {
                body.add(std::move(first));
                body.add(std::move(second));
            } else {
                body.emplace<ParallelResidual>(std::move(first), std::move(second));
            }
        }
        if (s_.streams.count > 1)
            body.emplace<StreamMap>(summed_streams(s_.streams.count));
        if (s_.final_norm)
            body.emplace<Norm>(norm(0, "final_norm", s_.width));
        if (modulates_end(s_))
            body.emplace<Modulated>(modulation(0, "final_modulation", 2));
        if (s_.image)
            add_pooling(body, s_.image->tokens());
        return body;
    }

private:
    std::shared_ptr<std::vector<int>> tokens_ = std::make_shared<std::vector<int>>();   // those of the pass

    void add_pooling(Sequence& body, int tokens) const
    {
        const Site site {0, "pooled"};
        if (s_.image->class_token)
            body.emplace<FirstToken>(site, tokens);
        else
            body.emplace<MeanPool>(site, Window {.dimensions = 1, .side = tokens, .kernel = tokens, .stride = tokens});
    }

    void complete(ParameterPlan& plan) const override
    {
        if (s_.qkv_packed && plan.kind == Role::weight && is_packable(plan.role))
            plan.factor *= packing(plan);
        if (const auto known = s_.measured.find(plan.name); known != s_.measured.end()) {
            plan.initializer = known->second;
            plan.typed = {};
            plan.factor = 1;
        }
    }

    /// Returns the factor by which the standard deviation of queries, keys or values changes when they are packed:
    /// their scheme then uses the fans of the matrix [queries + keys + values, width].
    double packing(const ParameterPlan& plan) const
    {
        const Shape packed {queries_width(s_) + keys_width(s_) + values_width(s_), s_.width};
        const Initializer initializer = plan.typed
            ? evaluated(plan.typed->initializer, {.shape = packed, .block = plan.block}, s_.law_variables)
            : plan.initializer;
        const double alone = draw_of(plan.initializer, plan.shape, plan.kind).scale;
        return alone > 0 ? draw_of(initializer, packed, plan.kind).scale / alone : 1;
    }

    NormSpec norm(int block, const std::string& role, int width, const std::string& scale = {}) const
    {
        NormSpec n = TokenPlans::norm(block, role, width, scale);
        if (s_.norm_biases) {   // zeros, which use no random numbers
            const std::string& name = scale.empty() ? role : scale;
            n.shift = plan(block, name, ".bias", {width, width}, {{"zeros", {}}, 1}, Role::bias, norm_slot(name));
        }
        return n;
    }

    LinearSpec linear(int block, const std::string& role, int rows, int columns) const
    {
        return linear(block, role, {rows, columns}, matrix_slot(role));
    }
    LinearSpec linear(int block, const std::string& role, const Shape& shape, std::uint32_t slot) const
    {
        LinearSpec l {.site = {block, role},
            .weight = plan(block, role, ".weight", shape, initializer_of(role), Role::weight, slot)};
        const bool is_head = use_of(role) == ParameterUse::head;
        if (s_.bias || (is_head && s_.head_bias))
            l.bias = plan(block, role, ".bias", shape, is_head ? s_.head_biases.value_or(s_.biases) : s_.biases,
                Role::bias, slot);
        return l;
    }

    /// Uses the slots of matrices that do not occur there: tables do not occur in the blocks, and queries only there.
    LinearSpec modulation(int block, const std::string& role, int parts) const
    {
        const char* unused = block == 0 ? "q" : role == "attention_modulation" ? "embedding" : "position";
        return linear(block, role, {parts * s_.width, s_.width}, matrix_slot(unused));
    }

    std::unique_ptr<Residual> residual(int block, const std::string& word, std::unique_ptr<Module> function) const
    {
        const bool second = word == "mlp";   // of the two steps of a block
        ResidualSpec r {.block = block, .word = word, .placement = s_.placement, .skip = s_.skip, .branch = s_.branch};
        if (s_.parallel
            != Parallel::none) {   // the skip belongs to the first branch, and a norm after the sum to the second one
            if (second)
                r.skip = 1;
            else if (norms_sum(s_.placement))
                r.placement = norms_branch(s_.placement) ? Placement::reordered : Placement::none;
        }
        const bool shared = s_.parallel == Parallel::one_norm && norms_before(s_.placement);
        if (norms_stream(r.placement))
            r.norm = norm(block, word + "_norm", s_.width, shared ? "attention_norm" : "");
        if (s_.norm_scaling && norms_before(r.placement))
            r.norm->factor = 1 / std::sqrt(double(block));
        if (norms_branch(r.placement))
            r.norm_after = norm(block, word + "_norm_after", s_.width);
        if (s_.streams.count > 1)
            r.connections = connections(s_.streams, 2 * (block - 1) + second,
                [&](const char* what, int entries, const Initializer& initializer) {
                    const std::string role = word + "_" + what;
                    return plan(
                        block, role, ".weight", {entries, entries}, {initializer, 1}, Role::bias, norm_slot(role));
                });
        if (s_.modulated)
            function = std::make_unique<Modulated>(modulation(block, word + "_modulation", 3), std::move(function));
        return std::make_unique<Residual>(std::move(r), std::move(function));
    }

    std::unique_ptr<Module> attention(int block) const
    {
        const int head_width = head_width_of(s_), queries = queries_width(s_), keys = keys_width(s_),
                  values = values_width(s_), mixed = mixed_width(s_);
        const int query_rank = query_rank_of(s_);
        AttentionSpec a {.block = block,
            .heads = s_.heads,
            .key_value_heads = s_.key_value_heads,
            .head_width = head_width,
            .value_width = value_width_of(s_),
            .causal = s_.causal,
            .logit_scale = s_.logit_scale,
            .multiplier = s_.attention_multiplier,
            .softcap = s_.attention_softcap,
            .rotary = s_.rotary,
            .alibi = s_.alibi,
            .normalized_width = s_.qk_norm_over_heads ? 0 : head_width,
            .q = query_rank > 0 ? linear(block, "q_up", queries, query_rank) : linear(block, "q", queries, s_.width),
            .out = linear(block, "attention_out", s_.width, mixed)};
        if (query_rank > 0)
            a.query_latent = QueryLatentSpec {
                linear(block, "q_down", query_rank, s_.width), norm(block, "q_latent_norm", query_rank)};
        if (s_.latent) {
            const int rank = s_.latent->rank, shared = s_.latent->shared;
            a.latent
                = LatentSpec {linear(block, "kv_down", rank + shared, s_.width), norm(block, "kv_latent_norm", rank),
                    linear(block, "kv_up", keys + values - s_.key_value_heads * shared, rank), shared};
        } else {
            a.k = linear(block, "k", keys, s_.width);
            a.v = linear(block, "v", values, s_.width);
        }
        if (s_.qk_norm) {
            a.q_norm = norm(block, "q_norm", s_.qk_norm_over_heads ? queries : head_width);
            a.k_norm = norm(block, "k_norm", s_.qk_norm_over_heads ? keys : head_width);
        }
        if (s_.sub_norm)
            a.sub_norm = norm(block, "attention_sub_norm", mixed);
        if (has_value_embedding(s_, block)) {
            const int channels = std::min(s_.value_gate_channels, s_.width);
            a.values = ValueEmbedding {matrix(block, "value_embedding", {s_.vocabulary, values}),
                {.site = {block, "value_gate"}, .weight = matrix(block, "value_gate", {s_.key_value_heads, channels})},
                tokens_};
        }
        if (s_.output_gate)
            a.gate = linear(block, "attention_gate", mixed, s_.width);
        if (s_.relative)
            a.relative
                = RelativeBias {*s_.relative, matrix(0, "relative_bias", {s_.relative->count, s_.heads}), block == 1};
        return std::make_unique<Attention>(std::move(a));
    }

    /// Makes the MLP of an expert, counted from 1; 0 is the MLP of a block without experts.
    std::unique_ptr<Module> mlp(int block, int expert = 0) const
    {
        const auto map = [&](const char* role, int rows, int columns) {
            LinearSpec l = linear(block, role, rows, columns);
            give_to(expert, l.weight);
            if (l.bias)
                give_to(expert, *l.bias);
            return l;
        };
        const int inner = inner_width(s_);
        auto mlp = std::make_unique<Sequence>();
        LinearSpec in = map("mlp_in", inner, s_.width);
        const Site site {block, "mlp_activation"};
        if (s_.gated) {
            mlp->emplace<Gated>(GatedSpec {s_.activation, map("mlp_gate", inner, s_.width), std::move(in), site});
        } else {
            mlp->emplace<Linear>(std::move(in));
            mlp->emplace<Elementwise>(site, s_.activation);
        }
        if (s_.sub_norm) {
            NormSpec n = norm(block, "mlp_sub_norm", inner);
            give_to(expert, *n.scale);
            if (n.shift)
                give_to(expert, *n.shift);
            mlp->emplace<Norm>(std::move(n));
        }
        mlp->emplace<Linear>(map("mlp_out", s_.width, inner));
        return mlp;
    }

    /// Assigns a parameter to an expert; 0 stands for none.
    void give_to(int expert, ParameterPlan& plan) const
    {
        if (expert == 0)
            return;
        const bool shared = expert > s_.experts;
        const std::string owner
            = shared ? "shared_experts." + std::to_string(expert - s_.experts) : "experts." + std::to_string(expert);
        plan.expert = expert;
        plan.name.insert(plan.name.find('.', std::string("blocks.").size()) + 1, owner + ".");
        plan.stream = experts_from
            + (std::uint32_t(plan.block) * experts_of_a_block + std::uint32_t(expert)) * slots_of_an_expert
            + place_in(expert_slots, plan.role);
        complete(plan);
    }

    std::unique_ptr<Module> experts(int block) const
    {
        std::vector<std::unique_ptr<Module>> chosen, shared;
        for (int expert = 1; expert <= s_.experts + s_.shared_experts; ++expert)
            (expert <= s_.experts ? chosen : shared).push_back(mlp(block, expert));
        const LinearSpec router {.site = {block, "router"}, .weight = matrix(block, "router", {s_.experts, s_.width})};
        return std::make_unique<Experts>(
            ExpertsSpec {.router = router, .chosen = s_.experts_chosen, .renormalized = s_.gates_renormalized},
            std::move(chosen), std::move(shared));
    }
};

TokenNetwork network_of(const TransformerSpec& spec)
{
    const Builder builder(spec);
    return {builder.start(), builder.body(), builder.head(), 2.0 * spec.layers};
}

}   // namespace

double memory_estimate(const TransformerSpec& spec, double tokens_in_all, bool backward)
{
    const double width = spec.width, inner = double(inner_width(spec)) * passed_experts(spec),
                 maps = double(spec.layers) * spec.heads;
    const double queries = queries_width(spec), keys = keys_width(spec), mixed = mixed_width(spec);
    // Numbers per token. Each block keeps for backward the normalized inputs of its norms, q, k and v, latent vectors,
    // and the input of the activation. The work memory of an MLP holds the stream, its normalized copy, and the inside
    // before and after the activation; or it holds the head.
    const double norms = 2 * (norms_stream(spec.placement) + norms_branch(spec.placement)),
                 streams = spec.streams.count;
    const double attention = queries + keys + values_width(spec) + (spec.output_gate ? 2 : 0) * mixed
        + (spec.latent ? 2.0 * (spec.latent->query_rank + spec.latent->rank) : 0);
    const double gate = spec.gated ? 2 : 1;
    // Experts additionally keep the router's softmax and the output of each expert.
    const double routed = spec.experts > 0 ? spec.experts + spec.experts_chosen * width : 0;
    const double block = norms * width + attention + (spec.qk_norm ? queries + keys : 0)
        + (spec.sub_norm ? mixed + inner : 0) + (spec.modulated ? 4 * width : 0) + gate * inner + routed;
    const double at_work = std::max(tokens_in_all * (3 * streams * width + std::max(2 * attention, (1 + gate) * inner)),
        tokens_in_all * 2 * width
            + (spec.logits_softcap > 0 && backward ? 2 : 1)
                * std::min(tokens_in_all * spec.vocabulary, Head::numbers_at_a_time(spec.vocabulary)));
    const double kept
        = backward ? tokens_in_all * (spec.layers * block + (spec.final_norm + spec.embedding_norm) * width) : 0;
    // Images, with all their patches gathered.
    const double images = spec.image ? (backward ? 3 : 2) * tokens_in_all / spec.image->tokens() * spec.image->channels
            * spec.image->side * spec.image->side
                                     : 0;
    constexpr double most_maps = 64e6, distribution = 2300;   // histogram of 256 bins, moments, names
    const double sites = spec.layers * (backward ? 36.0 : 18.0);
    const double side = std::min(tokens_in_all, 128.0);
    // The record is copied at the end.
    return sizeof(float) * (at_work + kept + images)
        + 2 * (sites * distribution + std::min(most_maps, sizeof(float) * maps * side * side));
}

bool is_packable(std::string_view role) { return role == "q" || role == "k" || role == "v"; }

Transformer::Transformer(const TransformerSpec& spec) : TokenNetwork(network_of(spec)) { }

}   // namespace stepzero
