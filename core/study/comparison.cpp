// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/comparison.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/files/complete.h"
#include "core/kinds/resnet.h"
#include "core/kinds/stream.h"
#include "core/kinds/tokens.h"
#include "core/simulate/simulate.h"
#include "core/words/registry.h"
#include "core/words/words.h"

namespace stepzero {

namespace {

bool is_transformer(const Network& network) { return kind_of(network).attends; }
bool takes_words(const Network& network) { return kind_of(network).takes_tokens; }
bool reads_words(const Network& network) { return is_transformer(network) && takes_words(network); }
bool reads_patches(const Network& network) { return is_transformer(network) && !takes_words(network); }
bool is_state_space(const Network& network) { return takes_words(network) && !is_transformer(network); }
bool has_blocks(const Network& network) { return !kind_of(network).steps.empty(); }
bool has_norm_scaling(const Network& network)
{
    return is_transformer(network) && norms_before(stream_spec(network, 2, 2).placement);
}
bool has_norm(const Network& network) { return has_blocks(network) && has_norms(network); }
bool has_placement(const Network& network) { return has_norm(network) && has_option(network, "norm_placement"); }
bool has_streams(const Network& network) { return has_option(network, "streams"); }
bool has_one_stream(const Network& network) { return !has_streams(network) || option(network, "streams") == 1; }
bool has_any_placement(const Network& network) { return has_placement(network) && has_one_stream(network); }
bool may_be_parallel(const Network& network) { return is_transformer(network) && has_one_stream(network); }
/// Or may have several streams.
bool may_mix_streams(const Network& network)
{
    return has_streams(network) && !norms_hold_stream(network)
        && (!is_transformer(network) || option_word(network, "parallel") == "none");
}

Variant with(const Experiment& experiment, std::string label, const char* option, ParameterValue value)
{
    Variant v {std::move(label), experiment};
    v.experiment.network.options[option] = std::move(value);
    return v;
}

std::vector<Variant> scaling(const Experiment& e)
{
    std::vector<Variant> all;
    for (const int blocks : {12, 96}) {
        Experiment deep = e;
        deep.network.depth = blocks;
        const std::string count = std::to_string(blocks) + " blocks, ";
        all.push_back(with(deep, count + "plain", "residual_scaling", std::string("plain")));
        all.push_back(with(deep, count + "1/√(2L)", "residual_scaling", std::string("inverse_sqrt_twice_depth")));
    }
    return all;
}

std::vector<Variant> placement(const Experiment& e)
{
    return {with(e, "pre", "norm_placement", std::string("pre")),
        with(e, "post", "norm_placement", std::string("post")),
        with(e, "sandwich", "norm_placement", std::string("sandwich")),
        with(e, "reordered", "norm_placement", std::string("reordered")),
        with(e, "normalized", "norm_placement", std::string("normalized"))};
}

std::vector<Variant> norm_kind(const Experiment& e)
{
    return {with(e, "LayerNorm", "norm", std::string("layer_norm")),
        with(e, "RMSNorm", "norm", std::string("rms_norm")), with(e, "DyT", "norm", std::string("dyt"))};
}

bool is_resnet(const Network& network) { return network.kind == resnet_kind().name; }
bool has_order(const Network& network) { return is_resnet(network) && option_word(network, "block") != "convnext"; }
bool has_last_norm(const Network& network)
{
    return has_order(network) && has_norm(network) && option_word(network, "order") == "post_activation";
}

std::vector<Variant> channel_norm(const Experiment& e)
{
    const ResnetSpec spec = resnet_spec(e.network);
    int groups = std::gcd(32, spec.stem_channels);   // as many as go, up to 32
    for (const ResnetBlock& b : spec.blocks)
        groups = std::gcd(groups, std::gcd(b.channels, b.hidden));
    Variant grouped = with(e, "GroupNorm", "norm", std::string("group_norm"));
    grouped.experiment.network.options["norm_groups"] = double(groups);
    return {with(e, "BatchNorm", "norm", std::string("batch_norm")), grouped,
        with(e, "no norm", "norm", std::string("none"))};
}

std::vector<Variant> activation_order(const Experiment& e)
{
    return {with(e, "behind the sum", "order", std::string("post_activation")),
        with(e, "before the branch", "order", std::string("pre_activation"))};
}

std::vector<Variant> last_scale(const Experiment& e)
{
    std::vector<Variant> all {{"γ = 1", e}, {"γ = 0", e}};
    all[0].experiment.network.roles["last_norm_scale"] = {"ones", {}};
    all[1].experiment.network.roles["last_norm_scale"] = {"zeros", {}};
    return all;
}

std::vector<Variant> parallel(const Experiment& e)
{
    return {with(e, "one after the other", "parallel", std::string("none")),
        with(e, "parallel", "parallel", std::string("two_norms"))};
}

std::vector<Variant> streams(const Experiment& e)
{
    Experiment several = e;
    several.replicas = 1;   // theory is of one's mixing
    if (option(e.network, "streams") == 1)
        several.network.options["streams"] = 4.0;
    const double n = option(several.network, "streams");
    const auto mixed = [&](const char* label, const char* mixing, double std) {
        Experiment drawn = several;
        drawn.network.options["mixing_std"] = std;
        return with(drawn, number_text(n) + label, "stream_mixing", std::string(mixing));
    };
    return {with(e, "one stream", "streams", 1.0), mixed(" streams, identity", "identity", 0),
        mixed(", identity + noise of 0.3", "identity", 0.3), mixed(", random of σ = 1/√n", "random", 1 / std::sqrt(n)),
        mixed(", doubly stochastic", "doubly_stochastic", 1)};
}

std::vector<Variant> norm_scaling(const Experiment& e)
{
    return {with(e, "norms", "norm_scaling", std::string("false")),
        with(e, "norms over √l", "norm_scaling", std::string("true"))};
}

bool has_experts(const Network& network) { return is_transformer(network) && option(network, "experts") > 1; }

std::vector<Variant> experts(const Experiment& e)
{
    std::vector<Variant> all {with(e, "one MLP", "experts", 0.0)};
    Experiment mixed = e;
    if (!has_experts(e.network))
        mixed.network.options["experts"] = 8.0;
    const double n = option(mixed.network, "experts");
    for (const double chosen : {1.0, 2.0})
        all.push_back(
            with(mixed, number_text(chosen) + " of " + number_text(n) + " experts", "experts_chosen", chosen));
    return all;
}

std::vector<Variant> gates(const Experiment& e)
{
    return {with(e, "gates sum to 1", "gates_renormalized", std::string("true")),
        with(e, "gates as the softmax has them", "gates_renormalized", std::string("false"))};
}

std::vector<Variant> router_std(const Experiment& e)
{
    std::vector<Variant> all;
    for (const auto& [label, std] :
        {std::pair("σ_r = 0.02", 0.02), {"σ_r = 1/√d", 1 / std::sqrt(double(e.network.width))}, {"σ_r = 0.5", 0.5}}) {
        Variant v {label, e};
        v.experiment.network.roles["router"] = {"normal", {{"mean", 0.0}, {"std", std}}};
        all.push_back(std::move(v));
    }
    return all;
}

std::vector<Variant> embedding_multiplier(const Experiment& e)
{
    return {with(e, "× 1", "embedding_multiplier", 1.0),
        with(e, "× √d", "embedding_multiplier", std::sqrt(double(e.network.width)))};
}

/// Head widths 16 and 256 (or what divides the width), with 1/√d_h and without.
std::vector<Variant> head_width(const Experiment& e)
{
    const int width = e.network.width;
    const auto heads_for = [&](int head) {
        int best = 1;
        for (int h = 1; h <= std::min(width, 1024); ++h)
            if (width % h == 0 && width / h % 2 == 0
                && std::abs(std::log(double(width) / h / head)) < std::abs(std::log(double(width) / best / head)))
                best = h;
        return best;
    };
    std::vector<Variant> all;
    int before = 0;
    for (const int head : {16, 256}) {
        const int heads = heads_for(head);
        if (heads == before)
            continue;
        before = heads;
        Experiment other = with(e, "", "heads", double(heads)).experiment;
        other.network.options["key_value_heads"] = other.network.options["head_width"] = 0.0;
        const std::string label = "d_h = " + std::to_string(width / heads);
        all.push_back(with(other, label + ", 1/√d_h", "logit_scale", std::string("1/sqrt(d_h)")));
        all.push_back(with(other, label + ", unscaled", "logit_scale", std::string("none")));
    }
    return all;
}

/// What a scan remembers by: rates and time steps as Mamba draws them, and each of them zero.
std::vector<Variant> time_constants(const Experiment& e)
{
    const Initializer drawn_rates {"s4d_real", {}}, drawn_steps {"softplus_log_uniform", {}}, zeros {"zeros", {}};
    std::vector<Variant> all;
    for (const auto& [label, rates, steps] :
        {std::tuple("S4D-real, Δ drawn", drawn_rates, drawn_steps), {"A = −1, Δ drawn", zeros, drawn_steps},
            {"S4D-real, Δ = 0.69", drawn_rates, zeros}, {"A = −1, Δ = 0.69", zeros, zeros}}) {
        Variant v {label, e};
        v.experiment.network.roles["A_log"] = rates;
        v.experiment.network.roles["dt_bias"] = steps;
        v.experiment = with_completed_parameters(v.experiment);
        all.push_back(std::move(v));
    }
    return all;
}

/// Every matrix alike.
Variant drawn_with(const Experiment& experiment, std::string label, Initializer initializer)
{
    Variant v {std::move(label), experiment};
    v.experiment.network.weight = std::move(initializer);
    std::erase_if(v.experiment.network.roles, [](const auto& role) { return role.first != "norm_scale"; });
    return v;
}

std::vector<Variant> new_rows(const Experiment& e)
{
    Experiment added = e;
    if (option(e.network, "new_tokens") == 0)
        added.network.options["new_tokens"] = std::max(1.0, std::floor(option(e.network, "vocabulary") / 16));
    return {with(added, "drawn", "new_rows", std::string("drawn")),
        with(added, "mean of the others", "new_rows", std::string("mean")),
        with(added, "mean, with spread", "new_rows", std::string("mean_with_spread"))};
}

std::vector<Variant> image_pooling(const Experiment& e)
{
    return {
        with(e, "class token", "pooling", std::string("class_token")), with(e, "mean", "pooling", std::string("mean"))};
}

std::vector<Variant> patch_size(const Experiment& e)
{
    const int side = int(option(e.network, "size")), patch = int(option(e.network, "patch"));
    std::vector<Variant> all;
    for (const auto& [of, part] : {std::pair(patch, 2), {patch, 1}, {2 * patch, 1}})
        if (of % part == 0 && side % (of / part) == 0)
            all.push_back(
                with(e, std::to_string(of / part) + " × " + std::to_string(of / part), "patch", double(of / part)));
    if (all.size() == 1)   // of an odd side
        all.push_back(with(e, "1 × 1", "patch", 1.0));
    return all;
}

/// Of all matrices, and of what has a law of its own.
std::vector<Variant> image_init(const Experiment& e)
{
    const auto normal = [](double std) { return Initializer {"normal", {{"mean", 0.0}, {"std", std}}}; };
    const Initializer zeros {"zeros", {}};
    const auto begun = [&](const char* label, const Initializer& weight,
                           const std::map<std::string, Initializer, std::less<>>& roles) {
        Variant v = drawn_with(e, label, weight);
        for (const RoleInfo& role : roles_of(v.experiment.network))
            if (const auto own = roles.find(role.name); own != roles.end())
                v.experiment.network.roles.insert(*own);
        v.experiment.network.bias = zeros;
        return Variant {v.label, with_completed_parameters(std::move(v.experiment))};
    };
    return {begun("timm", {"trunc_normal", {{"std", 0.02}}},
                {{"patch", {"pytorch_linear", {}}}, {"class_token", normal(1e-6)}}),
        begun("JAX", {"xavier_uniform", {}},
            {{"patch", {"lecun_normal", {}}}, {"class_token", zeros}, {"position", normal(0.02)}, {"head", zeros}})};
}

std::vector<Variant> packed_fans(const Experiment& e)
{
    const Experiment xavier = drawn_with(e, "", {"xavier_uniform", {}}).experiment;
    return {with(xavier, "q, k and v each its own", "qkv", std::string("split")),
        with(xavier, "packed", "qkv", std::string("packed"))};
}

std::vector<Variant> weight_std(const Experiment& e)
{
    const Parameters fixed {{"mean", 0.0}, {"std", 0.02}};
    std::vector<Variant> all;
    all.push_back(drawn_with(e, "σ = 0.02", {"normal", fixed}));
    all.push_back(drawn_with(e, "σ = 1/√fan_in", {"lecun_normal", {}}));
    return all;
}

/// A normal law with a std that is usual for the kind, whole and cut.
std::vector<Variant> truncation(const Experiment& e)
{
    const bool tokens = is_transformer(e.network);
    const auto cut = [&](std::string label, const char* bounds, const char* compensated) {
        Parameters p {
            {"low", -2.0}, {"high", 2.0}, {"bounds", std::string(bounds)}, {"compensated", std::string(compensated)}};
        if (tokens)
            p.insert({{"mean", 0.0}, {"std", 0.02}});
        return drawn_with(e, std::move(label), {tokens ? "trunc_normal" : "lecun_normal", std::move(p)});
    };
    return {cut("±2, values", "absolute", "false"), cut("±2 σ", "sigma", "false"),
        cut("±2 σ, compensated", "sigma", "true")};
}

/// All that the experiment draws, in a narrower format.
std::vector<Variant> dtype(const Experiment& e)
{
    std::vector<Variant> all;
    for (const FloatFormat format : {FloatFormat::float32, FloatFormat::bfloat16, FloatFormat::float16}) {
        Variant v {float_range(format).label, e};
        for_initializers(v.experiment.network, [&](Initializer& initializer) {
            if (const Scheme* scheme = find_scheme(initializer.scheme); scheme && !scheme->exact)
                initializer.parameters["dtype"] = std::string(float_range(format).name);
        });
        all.push_back(std::move(v));
    }
    return all;
}

std::vector<Variant> layout(const Experiment& e)
{
    const auto handed = [](const char* as) { return Initializer {"lecun_normal", {{"layout", std::string(as)}}}; };
    return {drawn_with(e, "[out, in]", handed("out_in")),
        drawn_with(e, "[in, out], taken for [out, in]", handed("in_out"))};
}

std::vector<Variant> norm_scale(const Experiment& e)
{
    std::vector<Variant> all;
    for (const double scale : {0.1, 1.0, 10.0}) {
        Variant v {"γ = " + number_text(scale), e};
        v.experiment.network.roles["norm_scale"] = {"constant", {{"value", scale}}};
        all.push_back(std::move(v));
    }
    return all;
}

std::vector<Variant> branch_scale(const Experiment& e)
{
    return {with(e, "α = 1", "branch", 1.0), with(e, "α = 0.1", "branch", 0.1), with(e, "α = 0", "branch", 0.0)};
}

}   // namespace

const std::vector<ComparisonKind>& comparisons()
{
    static const std::vector<ComparisonKind> all {
        {"residual_scaling", "Residual scaling on and off",
            "unscaled branches add up with depth; scaled by 1/√(2L) they add up to the same at any depth", has_blocks,
            scaling},
        {"norm_placement", "Pre-LN, Post-LN, sandwich and reordered",
            "Pre-LN lets the gradient through and the stream drift; Post-LN resets the stream at every step",
            has_any_placement, placement},
        {"streams", "One stream and several",
            "with H_res the identity, n streams are n times the ordinary one; products of H_res grow or fade where it "
            "is "
            "random, and keep their gains at 1 where it is doubly stochastic",
            may_mix_streams, streams},
        {"norm_kind", "LayerNorm, RMSNorm and DyT", "norms divide by the size of the stream; DyT only bounds it",
            has_placement, norm_kind},
        {"channel_norm", "BatchNorm, GroupNorm and none",
            "norms keep every branch at the same size; without them each adds to what those before it left", is_resnet,
            channel_norm},
        {"activation_order", "φ behind the sum and before the branch",
            "behind the sum, φ adds a mean to the stream block by block; before the branch, the stream stays free",
            has_order, activation_order},
        {"last_scale", "Last norms that begin at γ = 1 and 0", "with γ = 0 every block begins as the identity",
            has_last_norm, last_scale},
        {"parallel", "Attention and MLP in parallel",
            "in parallel the MLP reads the stream without what attention wrote", may_be_parallel, parallel},
        {"norm_scaling", "Norms over √l on and off",
            "divided by √l, norms let later blocks write less, so that the stream grows more slowly", has_norm_scaling,
            norm_scaling},
        {"embedding_multiplier", "Embedding × 1 and × √d",
            "σ = 0.02 makes a stream that the first branches outweigh; × √d makes it as large as they are", reads_words,
            embedding_multiplier},
        {"experts", "One MLP and a mixture of experts",
            "k experts whose gates sum to 1 write less than one MLP: the sum of the squares of their gates is below 1",
            is_transformer, experts},
        {"gates", "Gates that sum to 1 and gates of the softmax",
            "as the softmax has them, the gates of k of n experts sum to about k/n, and the branch is as much smaller",
            has_experts, gates},
        {"router_std", "σ of the router",
            "the router's σ is the sharpness of its choice: at s = σ_r √d above √(2 ln n) one expert takes all",
            has_experts, router_std},
        {"new_rows", "Rows of new tokens",
            "tokens that are added to a vocabulary: drawn rows have lengths of their own, and each a direction of its "
            "own; the "
            "mean of the others is next to 0 before training, all alike",
            reads_words, new_rows},
        {"image_pooling", "Class token and mean",
            "behind the last block the gradient stands at the class token alone, or at all tokens alike", reads_patches,
            image_pooling},
        {"patch_size", "Patches of half, one and two sides",
            "half the side gives four times the tokens, each read from a quarter of the numbers; at σ = 0.02 patches "
            "of "
            "fewer numbers enter as a smaller stream",
            reads_patches, patch_size},
        {"image_init", "ViT as timm and as JAX begin it",
            "Xavier's logits spread where those of σ = 0.02 are flat, and its branches write more; a head of 0 hands "
            "no "
            "gradient on",
            reads_patches, image_init},
        {"packed_fans", "Xavier of QKV split and packed",
            "packed in one matrix, queries, keys and values count the outputs of all three, and have half the variance",
            is_transformer, packed_fans},
        {"head_width", "1/√d_h on and off", "without 1/√d_h the logits of attention grow with the width of a head",
            is_transformer, head_width},
        {"time_constants", "A_log and dt_bias drawn and zero",
            "signal and gradient hardly tell: what differs is how many tokens the scan remembers, up to 1000 or about "
            "one",
            is_state_space, time_constants},
        {"weight_std", "σ = 0.02 and 1/√fan_in",
            "0.02 is half of 1/√d at width 768, and a quarter more than it at width 4096", has_blocks, weight_std},
        {"truncation", "Truncated at values, at σ, compensated",
            "bounds of ±2 as values cut nothing; at 2σ they leave 0.774 of the variance, unless that is made up for",
            has_blocks, truncation},
        {"layout", "Weights of another layout",
            "a matrix that is handed over as [in, out] has its fans exchanged: what widens by four is half as large, "
            "what narrows by four twice as large",
            has_blocks, layout},
        {"dtype", "Drawn in fp32, bf16 and fp16",
            "rounding changes every weight and no statistic, but where σ comes near the smallest number of fp16",
            has_blocks, dtype},
        {"norm_scale", "Norm scale 0.1, 1 and 10", "the norm's scale sets how loud a branch reads the stream", has_norm,
            norm_scale},
        {"branch_scale", "Branch scale 1, 0.1 and 0", "with α = 0 a block is the identity, forward and backward",
            has_blocks, branch_scale},
    };
    return all;
}

const ComparisonKind* find_comparison(std::string_view name) { return find_member(comparisons(), name); }

Comparison compare(const ComparisonKind& kind, const Experiment& experiment, double most_operations, NoiseCache& cache,
    const Context& context)
{
    const std::vector<Variant> variants = kind.variants(experiment);
    Comparison result {kind.name, {}};
    for (std::size_t i = 0; i < variants.size(); ++i) {
        const Context part = context.part(double(i) / double(variants.size()), 1 / double(variants.size()));
        Experiment e = variants[i].experiment;
        e.weights = {};   // what is compared is drawn
        auto plan = std::make_shared<const NetworkPlan>(plan_of(e.network));
        SimulateOptions options;
        options.extent = preview_extent(e, whole_extent(e), most_operations / double(variants.size()));
        ComparedVariant v {variants[i].label, e, plan,
            std::make_shared<const Measurement>(simulate(e, *plan, cache, part, options)),
            std::make_shared<const Prediction>(predict(e, *plan, *options.extent, part))};
        result.variants.push_back(std::move(v));
    }
    return result;
}

}   // namespace stepzero
