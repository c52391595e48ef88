// SPDX-License-Identifier: GPL-3.0-or-later
// Transformers: tokens → embedding (+ positions) → blocks of attention and MLP → final norm → head. The gradient is
// that of the summed cross-entropy of the next tokens.
#include "core/kinds/transformer.h"

#include <algorithm>
#include <cmath>

#include "core/base/words/words.h"
#include "core/kinds/comparisons/groups.h"
#include "core/kinds/offers/tokens.h"
#include "core/kinds/option_names.h"
#include "core/kinds/stream.h"
#include "core/kinds/tokens.h"
#include "core/network/input/distributions.h"
#include "core/theory/transformer_theory.h"

namespace stepzero {

namespace {

constexpr double most_experts = 32768;   // in all blocks; each consists of several matrices that are planned one by one

bool learns_positions(const Network& network)
{
    return option_value(network, "position", position_names) == Positions::learned;
}
bool has_relative_bias(const Network& network)
{
    return option_value(network, "position", position_names) == Positions::relative;
}
bool rotates_positions(const Network& network)
{
    return option_value(network, "position", position_names) == Positions::rotary;
}
bool has_head(const Network& network) { return !option_flag(network, "tied"); }
bool embeds_values(const Network& network) { return option_flag(network, "value_embeddings"); }
bool gates_output(const Network& network) { return option_flag(network, "output_gate"); }
bool has_head_bias(const Network& network) { return option_flag(network, "head_bias"); }
bool has_experts(const Network& network) { return option(network, "experts") > 0; }
bool has_latent(const Network& network) { return latent_widths(network).has_value(); }
bool has_keys(const Network& network) { return !has_latent(network); }
bool has_query_latent(const Network& network)
{
    const auto latent = latent_widths(network);
    return latent && latent->query_rank > 0;
}
bool has_queries(const Network& network) { return !has_query_latent(network); }
bool norms_queries(const Network& network) { return option_flag(network, "qk_norm"); }
bool norms_inside(const Network& network) { return option_flag(network, "sub_norm"); }
bool norms_embedding(const Network& network) { return option_flag(network, "embedding_norm"); }
bool has_final_norm(const Network& network) { return option_flag(network, "final_norm"); }
bool is_modulated(const Network& network) { return option_flag(network, "norm_modulation"); }
/// Modulation needs norms before the branches only.
bool allows_modulation(const Network& network) { return stream_spec(network, 2, 2).placement == Placement::pre; }
bool modulates_end(const Network& network) { return is_modulated(network) && has_final_norm(network); }
bool has_norm(const Network& network)
{
    return option_chosen(network, "norm") || norms_queries(network) || norms_inside(network) || norms_embedding(network)
        || has_latent(network) || has_final_norm(network);
}

/// Returns whether the attention has its own norms. After the sum of parallel branches, the norm is that of the MLP.
bool norms_attention(const Network& network)
{
    const Placement placement = stream_spec(network, 2, 2).placement;
    return norms_branch(placement)
        || (norms_stream(placement) && !(norms_sum(placement) && option_chosen(network, "parallel")));
}
/// Returns whether the MLP has its own norms; it may share the one that both branches read.
bool norms_mlp(const Network& network)
{
    const Placement placement = stream_spec(network, 2, 2).placement;
    const bool shared = option_value(network, "parallel", parallel_names) == Parallel::one_norm;
    return norms_branch(placement) || (norms_stream(placement) && !(norms_before(placement) && shared));
}

void pass_batch(const NetworkPlan& plan, const Batch& batch, const OutputGradient&, Pass& pass)
{
    Transformer(spec_of<TransformerSpec>(plan)).run(batch.tokens, batch.length, batch.targets, pass);
}

void pass_through(const Experiment& experiment, const NetworkPlan& plan, Extent extent, int replica, Pass& pass)
{
    const int vocabulary = spec_of<TransformerSpec>(plan).vocabulary;
    pass_batch(plan, draw_tokens(experiment, vocabulary, replica, extent), {}, pass);
    tell_gains(plan, pass);
}

Prediction predict(const Experiment& experiment, const NetworkPlan& plan, Extent extent,
    const std::optional<InputMoments>&, const Context& context)
{
    const TransformerSpec spec = spec_for_theory(experiment, plan);
    return transformer_prediction(experiment, plan, context, [&](const std::vector<Connections>& connections) {
        return predict_transformer(spec, extent.tokens, repeat_chance(experiment, spec.vocabulary), context,
            default_cells, extent.samples, connections, stream_sites(plan, extent.samples));
    });
}

void check(const Experiment& experiment, std::vector<Problem>& problems)
{
    const Network& network = experiment.network;
    check_attention(experiment, problems);
    if (whole_option(network, "new_tokens") >= whole_option(network, "vocabulary"))
        problems.push_back({"network.new_tokens",
            tr("must be fewer than vocabulary (%1), got %2", whole_option(network, "vocabulary"),
                whole_option(network, "new_tokens"))});
    if (learns_positions(network) && experiment.input.file.empty()
        && experiment.input.tokens > whole_option(network, "context"))
        problems.push_back({"input.tokens",
            tr("%1, as context allows", range_message({1, option(network, "context")}, experiment.input.tokens))});
}

Network fitted(const Network& changed, const Network& before)
{
    Network network = changed;
    double& added = std::get<double>(network.options["new_tokens"]);
    added = std::min(added, option(network, "vocabulary") - 1);
    return with_fitting_heads(network, before);
}

}   // namespace

NetworkPlan transformer_plan(const NetworkKind& kind, const Network& network)
{
    auto spec = std::make_shared<const TransformerSpec>(transformer_spec(network));
    NetworkPlan plan = stream_plan(kind, network, Transformer(*spec).parameters(), spec->gated ? "mlp_gate" : "mlp_in",
        spec->embedding_norm ? "embedding_norm" : "embedding");
    plan.spec = std::move(spec);
    return plan;
}

NetworkStructure transformer_structure(const Network& network)
{
    NetworkStructure s = stream_structure(network, stream_spec(network, 2, 2));
    const bool words = kind_of(network).takes_tokens;
    s.attention = AttentionStructure {.heads = whole_option(network, "heads"),
        .head_width = head_width(network),
        .causal = option_flag(network, "causal"),
        .normalizes_queries
        = option_flag(network, "qk_norm") && !option_value(network, "qk_norm_over", qk_norm_over_heads_names)};
    if (has_experts(network))
        s.experts = ExpertsStructure {
            .count = whole_option(network, "experts"), .chosen = whole_option(network, "experts_chosen")};
    s.softmax = SoftmaxStructure {.outcomes = whole_option(network, words ? "vocabulary" : "classes"),
        .tied = option_flag(network, "tied"),
        .multiplier = option(network, "logits_multiplier")};
    s.modulated = is_modulated(network);
    if (norms_embedding(network))
        s.embedding_norm = "embedding_norm_scale";
    return s;
}

double transformer_memory(const Experiment& experiment, const NetworkPlan& plan, Extent extent)
{
    return memory_estimate(
        spec_of<TransformerSpec>(plan), double(extent.samples) * extent.tokens, experiment.measure.gradient);
}

double transformer_cost(const Experiment& experiment, const NetworkPlan& plan, Extent extent)
{
    const auto& spec = spec_of<TransformerSpec>(plan);
    const double tokens = double(extent.samples) * extent.tokens, width = spec.width;
    const double queries = queries_width(spec), mixed = mixed_width(spec),
                 narrow = double(keys_width(spec)) + values_width(spec);
    const double inner = double(inner_width(spec)) * passed_experts(spec);
    double reading = width * (queries + narrow);   // multiplications for queries, keys and values
    if (const auto& latent = spec.latent)
        reading = (latent->query_rank > 0 ? latent->query_rank * (width + queries) : width * queries)
            + (latent->rank + latent->shared) * width
            + latent->rank * (narrow - double(spec.key_value_heads) * latent->shared);
    const double block = reading
        + width * ((spec.output_gate ? 2 : 1) * mixed + (spec.gated ? 3.0 : 2.0) * inner + spec.experts)
        + extent.tokens * (queries + mixed);   // attention scores and outputs
    const double modulation
        = spec.modulated ? extent.samples * (6.0 * spec.layers + (spec.final_norm ? 2 : 0)) * width * width : 0;
    double ends = tokens * width * spec.vocabulary;
    if (const auto& image = spec.image)   // one head per image, and its patches
        ends = extent.samples * width
            * (spec.vocabulary + double(image->patches()) * image->channels * image->patch * image->patch);
    return (experiment.measure.gradient ? 4 : 2) * (tokens * spec.layers * block + modulation + ends);
}

Prediction transformer_prediction(const Experiment& experiment, const NetworkPlan& plan, const Context& context,
    const std::function<Prediction(const std::vector<Connections>&)>& of_streams)
{
    const auto connections = connections_of(experiment, plan, context);
    if (!connections)
        return silent_prediction(plan, replicas_mix_differently());
    Prediction prediction = of_streams(*connections);
    add_gains(prediction, *connections, plan);
    return prediction;
}

void check_attention(const Experiment& experiment, std::vector<Problem>& problems)
{
    const Network& network = experiment.network;
    check_streams(network, problems);
    const int heads = whole_option(network, "heads"), narrow = whole_option(network, "key_value_heads");
    if (whole_option(network, "head_width") == 0 && network.width % heads != 0) {
        problems.push_back({"network.heads", tr("must divide width (%1), got %2", network.width, heads)});
        return;
    }
    if (narrow != 0 && heads % narrow != 0)
        problems.push_back({"network.key_value_heads",
            tr("must be 0 (as many as heads) or divide heads (%1), got %2", heads, narrow)});
    if (rotates_positions(network) && head_width(network) % 2 != 0)
        problems.push_back(
            {"network.position", tr("rotary positions need an even head width, got %1", head_width(network))});
    if (is_modulated(network) && !allows_modulation(network))
        problems.push_back({"network.norm_modulation",
            tr("must be false unless there are norms before the branches only (norm_placement pre)")});
    if (const auto latent = latent_widths(network); latent && latent->shared >= head_width(network))
        problems.push_back({"network.shared_key_width",
            tr("must be less than the head width (%1), got %2", head_width(network), latent->shared)});
    else if (latent && rotates_positions(network) && latent->shared % 2 != 0)
        problems.push_back(
            {"network.shared_key_width", tr("must be even with rotary positions, got %1", latent->shared)});
    for (const char* name : {"mlp_ratio", "expert_ratio"})
        if (const double ratio = option(network, name), hidden = std::round(ratio * network.width);
            !ranges::width.holds(hidden) && !(ratio == 0 && std::string_view(name) == "expert_ratio"))
            problems.push_back(
                {"network." + std::string(name), tr("times width %1", range_message(ranges::width, hidden))});
    if (!has_experts(network))
        return;
    if (const double chosen = option(network, "experts_chosen"); chosen > option(network, "experts"))
        problems.push_back({"network.experts_chosen",
            tr("%1, the number of experts", range_message({1, option(network, "experts")}, chosen))});
    if (const double all = (option(network, "experts") + option(network, "shared_experts")) * network.depth;
        all > most_experts)
        problems.push_back({"network.experts",
            tr("times depth must be at most %1, got %2", number_text(most_experts), number_text(all))});
}

namespace {

Network with_dividing_heads(const Network& changed, const Network& before)
{
    Network network = with_fitting_streams(changed, before);
    const int heads = whole_option(changed, "heads");
    const int step = rotates_positions(changed) ? 2 : 1;
    const int given = whole_option(changed, "head_width");
    const auto fits = [&](int h) {
        return given > 0 ? given % step == 0 : changed.width % h == 0 && changed.width / h % step == 0;
    };
    if (fits(heads)
        && (whole_option(changed, "key_value_heads") == 0 || heads % whole_option(changed, "key_value_heads") == 0))
        return network;
    if (changed.width != before.width) {
        const int unit = heads * step;
        const int most = int(ranges::width.high) / unit * unit;
        network.width = std::clamp(int(std::lround(double(changed.width) / unit)) * unit, std::min(unit, most), most);
        return network;
    }
    // Uses the nearest number of heads that fits, in the direction of the change.
    const int direction = heads >= whole_option(before, "heads") ? 1 : -1;
    int h = heads;
    while (h >= 1 && h <= changed.width && !fits(h))
        h += direction;
    if (h < 1 || h > changed.width)
        h = whole_option(before, "heads");
    network.options["heads"] = double(h);
    if (const int narrow = whole_option(network, "key_value_heads"); narrow != 0 && h % narrow != 0)
        network.options["key_value_heads"] = 0.0;
    return network;
}

}   // namespace

Network with_fitting_heads(const Network& changed, const Network& before)
{
    Network network = with_dividing_heads(changed, before);
    if (const auto latent = latent_widths(network)) {
        const int most = std::min(latent->shared, head_width(network) - 1);
        network.options["shared_key_width"] = double(rotates_positions(network) ? most / 2 * 2 : most);
    }
    if (is_modulated(network) && !allows_modulation(network)) {
        if (is_modulated(before)) {
            network.options["norm_modulation"] = flag_value(false);
        } else {
            network.options["norm_placement"] = std::string("pre");
            if (!option_chosen(network, "norm"))
                network.options["norm"] = std::string("layer_norm");
        }
    }
    return network;
}

namespace {

std::vector<Offer> offers(const Experiment& experiment, const NetworkPlan& plan, const Complaint& complaint)
{
    OfferList all(experiment, plan);
    offer_attending_stream(all, complaint);
    if (complaint.starved_norm) {
        offer_embedding(all);
        offer_epsilon(all);
    }
    offer_norm(all, layer_norm_before_branches());
    offer_weights(all, weights_of_std_002());
    return std::move(all).all();
}

std::vector<ParameterInfo> transformer_options()
{
    const auto times = [](const char* name, Text label) {
        return ParameterInfo {.name = name, .label = std::move(label), .default_value = 1.0, .low = 1e-6, .high = 1e6};
    };
    const auto softcap = [](const char* name, Text label) {
        return ParameterInfo {.name = name, .label = std::move(label), .default_value = 0.0, .low = 0, .high = 1e6};
    };
    std::vector<ParameterInfo> all {
        main_option(whole_number("heads", tr("heads"), 4, 1, 1024)),
        whole_number("key_value_heads", tr("KV heads"), 0, 0, 1024),
        {.name = "mlp_ratio", .label = tr("MLP ratio"), .default_value = 4.0, .low = 1.0 / 64, .high = 64},
        whole_number("context", tr("context"), 1024, 1, 1048576),
        whole_number("vocabulary", tr("vocabulary"), 4096, 2, 1048576),
        main_option(one_of("position", tr("positions"), position_names,
            {tr("learned"), tr("sinusoidal"), tr("rotary"), Text::name("ALiBi"), Text::name("T5"), tr("none")})),
        {.name = "rotary_base", .label = tr("base"), .default_value = 10000.0, .low = 1, .high = 1e12},
        {.name = "rotary_share", .label = tr("rotated"), .default_value = 1.0, .low = 0.001, .high = 1},
        one_of(
            "rotary_scaling", tr("stretch"), rotary_scaling_names, {tr("none"), tr("linear"), Text::name("LLaMA 3")}),
        {.name = "rotary_factor", .label = tr("by"), .default_value = 8.0, .low = 1, .high = 1e6},
        whole_number("rotary_context", tr("from"), 8192, 1, 1048576),
        whole_number("relative_buckets", tr("buckets"), 32, 4, 4096),
        whole_number("relative_distance", tr("distance"), 128, 1, 1048576),
        one_of("logit_scale", tr("logit scale"), logit_scale_names,
            {Text::name("1/√d_h"), Text::name("1/d_h"), tr("none")}),
        times("attention_multiplier", tr("logits ×")),
        softcap("attention_softcap", tr("soft cap")),
        times("embedding_multiplier", tr("embedding ×")),
        times("logits_multiplier", tr("head ×")),
        softcap("logits_softcap", tr("head cap")),
    };
    for (ParameterInfo& info : stream_options("layer_norm", "inverse_sqrt_twice_depth"))
        all.push_back(std::move(info));
    all.push_back(one_of("parallel", tr("parallel"), parallel_names, {tr("none"), tr("two norms"), tr("one norm")}));
    all.push_back(whole_number("value_gate_channels", tr("gate channels"), 32, 1, 65536));
    all.push_back(whole_number("head_width", Text::name("d_h"), 0, 0, 4096));
    all.push_back(whole_number("key_value_rank", tr("KV latent"), 0, 0, 16384));
    all.push_back(whole_number("query_rank", tr("query latent"), 0, 0, 16384));
    all.push_back(whole_number("shared_key_width", tr("shared key"), 0, 0, 4095));
    all.push_back(whole_number("value_width", Text::name("d_v"), 0, 0, 4096));
    all.push_back(one_of("qk_norm_over", tr("QK over"), qk_norm_over_heads_names, {tr("each head"), tr("all heads")}));
    all.push_back(whole_number("experts", tr("experts"), 0, 0, 512));
    all.push_back(whole_number("experts_chosen", tr("chosen"), 2, 1, 512));
    all.push_back({.name = "expert_ratio", .label = tr("expert ratio"), .default_value = 0.0, .low = 0, .high = 64});
    all.push_back(whole_number("shared_experts", tr("shared"), 0, 0, 64));
    all.push_back(one_of("qkv", tr("fans of QKV"), qkv_packed_names, {tr("split"), tr("packed")}));
    all.push_back(whole_number("new_tokens", tr("new tokens"), 0, 0, 1048575));
    all.push_back(one_of("new_rows", tr("their rows"), new_rows_names,
        {tr("random"), tr("mean of the others"), tr("mean, with spread")}));
    for (ParameterInfo& info : std::vector {flag("causal", tr("causal"), true), flag("tied", tr("tied head"), true),
             flag("biases", tr("biases"), true), flag("norm_biases", tr("norm biases"), false),
             flag("qk_norm", tr("QK norm"), false), flag("sub_norm", tr("sub-norms"), false),
             flag("output_gate", tr("output gate"), false), flag("value_embeddings", tr("value embeddings"), false),
             flag("embedding_norm", tr("embedding norm"), false), flag("final_norm", tr("final norm"), true),
             flag("head_bias", tr("head bias"), false), flag("norm_scaling", tr("norms 1/√l"), false),
             flag("norm_modulation", tr("modulated norms"), false),
             flag("gates_renormalized", tr("gates sum to 1"), true), flag("padding_row", tr("padding row 0"), false)})
        all.push_back(std::move(info));
    return all;
}

std::vector<RoleInfo> transformer_roles()
{
    return {{"embedding", tr("embedding"), Role::weight, false},
        {"position", tr("positions"), Role::weight, false, learns_positions},
        {"relative_bias", tr("relative bias"), Role::weight, false, has_relative_bias},
        {"attention_modulation", tr("attention modulation"), Role::weight, true, is_modulated,
            Initializer {"zeros", {}}},
        {"q", tr("query"), Role::weight, true, has_queries},
        {"q_down", tr("query down"), Role::weight, true, has_query_latent},
        {"q_up", tr("query up"), Role::weight, true, has_query_latent}, {"k", tr("key"), Role::weight, true, has_keys},
        {"v", tr("value"), Role::weight, true, has_keys},
        {"kv_down", tr("key and value down"), Role::weight, true, has_latent},
        {"kv_up", tr("key and value up"), Role::weight, true, has_latent},
        {"value_embedding", tr("value embedding"), Role::weight, true, embeds_values},
        {"value_gate", tr("value gate"), Role::weight, true, embeds_values, Initializer {"zeros", {}}},
        {"attention_gate", tr("attention gate"), Role::weight, true, gates_output},
        {"attention_out", tr("attention out")}, {"router", tr("router"), Role::weight, true, has_experts},
        {"mlp_modulation", tr("MLP modulation"), Role::weight, true, is_modulated, Initializer {"zeros", {}}},
        {"mlp_gate", tr("MLP gate"), Role::weight, true, has_gate}, {"mlp_in", tr("MLP in")},
        {"mlp_out", tr("MLP out")},
        {"final_modulation", tr("final modulation"), Role::weight, false, modulates_end, Initializer {"zeros", {}}},
        {"head", tr("head"), Role::weight, false, has_head},
        {"head_bias", tr("head bias"), Role::bias, false, has_head_bias, {}, role_of_biases},
        {role_of_norms, tr("norm scale"), Role::bias, true, has_norm},
        {"attention_norm_scale", tr("attention norm scale"), Role::bias, true, norms_attention, {}, role_of_norms},
        {"mlp_norm_scale", tr("MLP norm scale"), Role::bias, true, norms_mlp, {}, role_of_norms},
        {"query_norm_scale", tr("query norm scale"), Role::bias, true, norms_queries, {}, role_of_norms},
        {"key_norm_scale", tr("key norm scale"), Role::bias, true, norms_queries, {}, role_of_norms},
        {"query_latent_norm_scale", tr("query latent norm scale"), Role::bias, true, has_query_latent, {},
            role_of_norms},
        {"key_value_latent_norm_scale", tr("key and value latent norm scale"), Role::bias, true, has_latent, {},
            role_of_norms},
        {"attention_sub_norm_scale", tr("attention sub-norm scale"), Role::bias, true, norms_inside, {}, role_of_norms},
        {"mlp_sub_norm_scale", tr("MLP sub-norm scale"), Role::bias, true, norms_inside, {}, role_of_norms},
        {"embedding_norm_scale", tr("embedding norm scale"), Role::bias, false, norms_embedding, {}, role_of_norms},
        {"final_norm_scale", tr("final norm scale"), Role::bias, false, has_final_norm, {}, role_of_norms}};
}

}   // namespace

const NetworkKind& transformer_kind()
{
    static const NetworkKind transformer = [] {
        NetworkKind a {.name = "transformer", .label = Text::name("Transformer"), .network = {}, .input = {}};
        a.options = transformer_options();
        a.network.kind = "transformer";
        a.network.depth = 12;
        a.network.activation = {"gelu", {}};
        a.network.weight = {"normal", {{"mean", 0.0}, {"std", 0.02}}};
        a.network.options = completed(a.options, {});
        a.distributions = token_distributions();
        a.input.distribution = a.distributions.front();
        a.input.samples = 4;
        a.takes_tokens = a.attends = true;
        a.mixer = tr("attention");
        a.takes_weights = true;
        a.gated = true;
        a.check = check;
        a.fitted = fitted;
        a.roles = transformer_roles();
        a.steps = {{"attention", tr("attention")}, {"mlp", Text::name("MLP")}};
        a.plan = [](const Network& network) { return transformer_plan(transformer_kind(), network); };
        a.structure = transformer_structure;
        a.law_variables = transformer_law_variables;
        a.pass = pass_through;
        a.pass_batch = pass_batch;
        a.predict = predict;
        a.memory = transformer_memory;
        a.code = {{Framework::pytorch, pytorch_transformer_code}};
        a.cost = transformer_cost;
        a.offers = offers;
        a.offers_anew = attending_anew;
        a.comparisons = stream_comparisons();
        for (const auto& group : {attention_comparisons(), word_comparisons()})
            a.comparisons.insert(a.comparisons.end(), group.begin(), group.end());
        return a;
    }();
    return transformer;
}

}   // namespace stepzero
