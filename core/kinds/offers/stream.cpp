// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/offers/stream.h"

#include "core/base/words/arrow_text.h"
#include "core/base/words/shown_text.h"
#include "core/kinds/kinds.h"

namespace stepzero {

namespace {

Text projections(const Network& network) { return tr("scale projections by 1/√%1", 2 * network.depth); }

/// Names the factors that scaled() also resets to 1.
Text and_one(const Network& network)
{
    std::vector<Text> also;
    for (const auto& [factor, label] : {std::pair("skip", tr("skip")), {"branch", tr("branch")}})
        if (option(network, factor) != 1)
            also.push_back(arrow_text(label, option(network, factor), 1));
    return joined(also, ", ");
}

}   // namespace

const UsualNorm& layer_norm_before_branches()
{
    static const UsualNorm norm {
        tr("Add LayerNorm before each branch"), "LayerNorm", {{"norm", "layer_norm"}, {"norm_placement", "pre"}}};
    return norm;
}

const UsualNorm& batch_norm_of_convolutions()
{
    static const UsualNorm norm {tr("Add BatchNorm to each convolution"), "BatchNorm", {{"norm", "batch_norm"}}};
    return norm;
}

const UsualWeights& he_weights()
{
    // The gate of a gated pair uses the gain of its activation.
    static const UsualWeights weights {tr("Switch to He initialization, zero biases"),
        {"kaiming_normal", {{"mode", std::string("fan_in")}, {"nonlinearity", std::string("relu")}}}, {"zeros", {}}};
    return weights;
}

const UsualWeights& weights_of_std_002()
{
    static const UsualWeights weights {
        tr("Set σ to 0.02 everywhere"), {"normal", {{"mean", 0.0}, {"std", 0.02}}}, {"zeros", {}}};
    return weights;
}

void offer_streams(OfferList& offers)
{
    const Network& n = offers.network();
    if (!has_option(n, "streams") || option(n, "streams") == 1)
        return;
    const Experiment identity = with_option(offers.now(), "stream_mixing", std::string("identity"));
    offers.add(tr("Start H_res as the identity"), with_option(identity, "mixing_std", 0.0));
    offers.add_option(tr("Make H_res doubly stochastic"), "stream_mixing", std::string("doubly_stochastic"));
}

void offer_norm_scale(OfferList& offers, const Complaint& complaint)
{
    const std::vector<RoleInfo> scales = specified_norm_scales(offers.network());
    Experiment all_ones = offers.now();
    for (const RoleInfo& scale : scales) {
        const auto blame = complaint.norm_scales.find(scale.name);
        offers.add(scale.follows.empty() ? tr("Set the norms' scale to 1") : tr("Set the %1 to 1", scale.label),
            with_role(offers.now(), scale.name, {"ones", {}}),
            blame == complaint.norm_scales.end() ? Text() : blame->second);
        all_ones = with_role(all_ones, scale.name, {"ones", {}});
    }
    if (scales.size() > 1)
        offers.add(tr("Set the scale of every norm to 1"), std::move(all_ones));
}

Experiment scaled(const Experiment& experiment, const char* scheme)
{
    Experiment changed = with_option(experiment, "residual_scaling", std::string(scheme));
    for (const char* factor : {"skip", "branch"})
        changed.network.options[factor] = 1.0;
    return changed;
}

void offer_scaling(OfferList& offers)
{
    const Network& n = offers.network();
    const Experiment& e = offers.now();
    if (option(n, "skip") != 1)
        offers.add(tr("Set the skip factor to 1: %1", arrow_text(tr("skip"), option(n, "skip"), 1)),
            with_option(e, "skip", 1.0),
            tr("The skip connection multiplies the stream by %1 in every block.", short_text(option(n, "skip"))));
    offers.add(joined({tr("Scale projections by 1/√%1", 2 * n.depth), and_one(n)}, ", "),
        scaled(e, "inverse_sqrt_twice_depth"));
    offers.add(joined({tr("Scale branches by 1/√%1", n.depth), and_one(n)}, ", "), scaled(e, "inverse_sqrt_depth"));
    offers.add(joined({tr("Zero-initialize branches (SkipInit)"), and_one(n)}, ", "), scaled(e, "skipinit"));
}

Experiment with_norm(Experiment experiment, const UsualNorm& norm)
{
    for (const auto& [name, word] : norm.options)
        experiment.network.options[name] = word;
    return experiment;
}

void offer_norm(OfferList& offers, const UsualNorm& norm)
{
    const Network& n = offers.network();
    if (has_norms(n) && !norms_hold_stream(n))
        return;
    const Experiment normed = with_norm(offers.now(), norm);
    offers.add(norm.label, normed);
    offers.add(joined({norm.label, projections(n), and_one(n)}, ", "), scaled(normed, "inverse_sqrt_twice_depth"));
}

void offer_epsilon(OfferList& offers)
{
    offers.add(tr("Set ε of the norms: %1",
                   arrows_text({{Text::name("ε"), option(offers.network(), "norm_epsilon"), usual_epsilon}})),
        with_option(offers.now(), "norm_epsilon", usual_epsilon));
}

Experiment with_weights(Experiment experiment, const UsualWeights& weights)
{
    Network& n = experiment.network;
    for (const RoleInfo& role : roles_of(n))
        if (role.kind == Role::weight)
            n.roles.erase(role.name);
    n.weight = completed(weights.weight);
    n.bias = completed(weights.bias);
    return experiment;
}

void offer_weights(OfferList& offers, const UsualWeights& weights, const Text& blame)
{
    const Network& n = offers.network();
    const Experiment anew = with_weights(offers.now(), weights);
    offers.add(weights.label, anew, blame);
    offers.add(joined({weights.label, projections(n), and_one(n)}, ", "), scaled(anew, "inverse_sqrt_twice_depth"));
}

Experiment stream_anew(const Experiment& experiment, const UsualNorm& norm, const UsualWeights& weights)
{
    Experiment anew = with_norm(scaled(with_weights(experiment, weights), "inverse_sqrt_twice_depth"), norm);
    anew.network.options["norm_epsilon"] = usual_epsilon;
    if (has_option(anew.network, "streams"))
        anew.network.options["streams"] = 1.0;
    anew.network.roles.clear();
    return anew;
}

Text stream_anew_text(const Experiment& experiment, const UsualNorm& norm)
{
    return tr("%1, scaled projections (1/√%2) and default weights", norm.name, 2 * experiment.network.depth);
}

void offer_anew(OfferList& offers, Experiment anew, const std::string& activation, const Text& what)
{
    if (!kind_of(anew.network).takes_tokens)
        anew = with_standard_input(std::move(anew));
    offers.add(tr("Reset everything: %1", what), anew);
    anew.network.activation = {activation, {}};
    offers.add(tr("Reset everything: %1, %2", activation, what), std::move(anew));
}

}   // namespace stepzero
