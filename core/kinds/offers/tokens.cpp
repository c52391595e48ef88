// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/offers/tokens.h"

#include <algorithm>
#include <cmath>

#include "core/base/words/shown_text.h"
#include "core/kinds/kinds.h"
#include "core/kinds/option_names.h"
#include "core/kinds/transformer.h"
#include "core/network/init/parameter_use.h"
#include "core/network/input/distributions.h"

namespace stepzero {

namespace {

constexpr double usual = 0.02;   // GPT-2's and BERT's value; for routers Mixtral's and OLMoE's

double inverse_root_width(const OfferList& offers) { return 1 / std::sqrt(double(offers.network().width)); }

/// Returns the matrices of queries and keys with 1/√fan_in. Latent vectors are normalized, as the stream is.
std::vector<std::pair<std::string, double>> queries_and_keys(const OfferList& offers)
{
    const double of_width = inverse_root_width(offers);
    const std::optional<LatentWidths> latent = latent_widths(offers.network());
    if (!latent)
        return {{"q", of_width}, {"k", of_width}};
    const std::pair<std::string, double> queries = latent->query_rank > 0
        ? std::pair("q_up", 1 / std::sqrt(double(latent->query_rank)))
        : std::pair("q", of_width);
    return {queries, {"kv_up", 1 / std::sqrt(double(latent->rank))}, {"kv_down", of_width}};
}

void offer_attention(OfferList& offers)
{
    if (!option_chosen(offers.network(), "logit_scale"))
        offers.add_option(tr("Scale logits by 1/√d_h"), "logit_scale", std::string("1/sqrt(d_h)"));
    offers.add_multiplier("attention_multiplier", tr("the attention logits"));
    offers.add_stds(tr("Give queries and keys variance 1"), queries_and_keys(offers));
    offers.add_option(tr("Normalize queries and keys"), "qk_norm", flag_value(true));
}

void offer_router(OfferList& offers)
{
    if (option(offers.network(), "experts") == 0)
        return;
    for (const double std : {usual, inverse_root_width(offers)})
        offers.add_std(tr("Initialize the router"), std, {"router"});
}

/// Removes multipliers, soft caps, and what theory does not cover.
Experiment with_plain_attention(Experiment experiment)
{
    Network& n = experiment.network;
    n.options["logit_scale"] = std::string("1/sqrt(d_h)");
    n.options["qk_norm"] = flag_value(false);
    n.options["sub_norm"] = flag_value(false);   // as a LayerNorm, it subtracts the mean of an activation
    n.options["norm_modulation"] = flag_value(false);
    if (option_value(n, "position", position_names) == Positions::alibi)
        n.options["position"] = std::string("none");
    for (const char* name : {"embedding_multiplier", "attention_multiplier", "logits_multiplier"})
        if (has_option(n, name))
            n.options[name] = 1.0;
    for (const char* name : {"attention_softcap", "logits_softcap"})
        n.options[name] = 0.0;
    return experiment;
}

}   // namespace

void offer_embedding(OfferList& offers)
{
    const Network& n = offers.network();
    std::vector<std::string> roles {"embedding"};
    if (std::ranges::any_of(
            roles_of(n), [](const RoleInfo& role) { return use_of(role.name) == ParameterUse::positions; }))
        roles.emplace_back("position");
    offers.add_multiplier("embedding_multiplier", tr("the embeddings"));
    offers.add_std(tr("Initialize the embeddings"), usual, roles);
}

void offer_patches(OfferList& offers)
{
    offers.add(tr("Switch the patch embedding to LeCun initialization"),
        with_role(offers.now(), "patch", {"lecun_normal", {}}));
}

/// Offers the bias of the head that agrees with the frequencies of the input, unless it has that bias.
void offer_head_bias(OfferList& offers)
{
    const Network& n = offers.network();
    const Input& input = offers.now().input;
    if (!option_flag(n, "head_bias"))
        return;
    const TokenDistribution* tokens = input.file.empty() ? find_token_distribution(input.distribution) : nullptr;
    const Initializer zeros {"zeros", {}}, wanted = completed(tokens ? tokens->log_frequencies : zeros);
    if (completed(initializer_of(n, "head_bias", Role::bias)) == wanted)
        return;
    offers.add(wanted == completed(zeros) ? tr("Set the head's bias to 0")
                                          : tr("Initialize the head's bias with the log frequencies of the tokens"),
        with_role(offers.now(), "head_bias", wanted));
}

void offer_head(OfferList& offers)
{
    offer_head_bias(offers);
    const bool tied = option_flag(offers.network(), "tied");
    const std::string role = tied ? "embedding" : "head";
    offers.add_multiplier("logits_multiplier", tr("the logits"));
    for (const double std : {usual, inverse_root_width(offers)})
        offers.add_std(tied ? tr("Initialize the embedding") : tr("Initialize the head"), std, {role});
    if (tied)
        offers.add(tr("Untie the head (σ = %1)", short_text(usual)),
            with_role(with_option(offers.now(), "tied", flag_value(false)), "head",
                {"normal", {{"mean", 0.0}, {"std", usual}}}));
    offers.add_option(tr("Add a norm before the head"), "final_norm", flag_value(true));
}

Experiment with_final_norm(Experiment experiment)
{
    experiment.network.options["final_norm"] = flag_value(true);
    return experiment;
}

void offer_attending_stream(OfferList& offers, const Complaint& complaint)
{
    offer_streams(offers);
    offer_norm_scale(offers, complaint);
    offer_scaling(offers);
    offer_attention(offers);
    offer_router(offers);
    offer_head(offers);
}

std::vector<Offer> attending_anew(const Experiment& experiment, const NetworkPlan& plan)
{
    OfferList all(experiment, plan);
    const UsualNorm& norm = layer_norm_before_branches();
    offer_anew(all, with_plain_attention(with_final_norm(stream_anew(experiment, norm, weights_of_std_002()))), "gelu",
        stream_anew_text(experiment, norm));
    return std::move(all).all();
}

}   // namespace stepzero
