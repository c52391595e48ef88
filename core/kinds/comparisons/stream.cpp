// SPDX-License-Identifier: GPL-3.0-or-later
// Comparisons of networks with a residual stream.
#include "core/kinds/comparisons/groups.h"

#include <algorithm>
#include <cmath>

#include "core/base/words/words.h"
#include "core/kinds/kinds.h"
#include "core/kinds/option_names.h"
#include "core/kinds/structure.h"

namespace stepzero {

namespace {

bool has_placement(const Network& network) { return has_norms(network) && has_option(network, "norm_placement"); }
bool has_streams(const Network& network) { return has_option(network, "streams"); }
bool has_any_placement(const Network& network)
{
    return has_placement(network) && has_one_stream(network) && !structure_of(network).modulated;
}
/// Returns whether conditions modulate the branches, or could.
bool may_be_modulated(const Network& network)
{
    return has_option(network, "norm_modulation") && option_chosen(network, "norm")
        && option_value(network, "norm_placement", placement_names) == Placement::pre;
}
/// Returns whether a network has several streams or could have them.
bool may_mix_streams(const Network& network)
{
    return has_streams(network) && !norms_hold_stream(network) && !option_chosen(network, "parallel");
}

std::vector<Variant> scaling(const Experiment& e)
{
    std::vector<Variant> all;
    for (const int blocks : {12, 96}) {
        Experiment deep = e;
        deep.network.depth = blocks;
        all.push_back(variant_with(deep, tr("%1 blocks, plain", blocks), "residual_scaling", std::string("plain")));
        all.push_back(variant_with(
            deep, tr("%1 blocks, 1/√(2L)", blocks), "residual_scaling", std::string("inverse_sqrt_twice_depth")));
    }
    return all;
}

std::vector<Variant> placement(const Experiment& e)
{
    return {variant_with(e, tr("pre"), "norm_placement", std::string("pre")),
        variant_with(e, tr("post"), "norm_placement", std::string("post")),
        variant_with(e, Text::name("sandwich"), "norm_placement", std::string("sandwich")),
        variant_with(e, tr("reordered"), "norm_placement", std::string("reordered")),
        variant_with(e, Text::name("normalized"), "norm_placement", std::string("normalized"))};
}

/// Compares no modulation, that of adaLN-zero, and a random one: the experiment's own if it has one.
std::vector<Variant> modulation(const Experiment& e)
{
    std::vector<std::string> roles;
    for (const RoleInfo& role : kind_of(e.network).roles)
        if (role.name.ends_with("modulation"))
            roles.push_back(role.name);
    Variant none = variant_with(e, tr("none"), "norm_modulation", flag_value(false)),
            zero = variant_with(e, tr("zeros: identity"), "norm_modulation", flag_value(true)), random = zero;
    random.label = tr("random");
    const bool own = std::ranges::any_of(roles, [&](const std::string& role) {
        const auto found = e.network.roles.find(role);
        return found != e.network.roles.end() && !find_scheme(found->second.scheme)->is_zero();
    });
    for (const std::string& role : roles) {
        none.experiment.network.roles.erase(role);
        zero.experiment.network.roles.erase(role);
        if (!own)
            random.experiment.network.roles[role] = {"normal", {{"mean", 0.0}, {"std", 0.02}}};
    }
    return {none, zero, random};
}

std::vector<Variant> norm_kind(const Experiment& e)
{
    return {variant_with(e, Text::name("LayerNorm"), "norm", std::string("layer_norm")),
        variant_with(e, Text::name("RMSNorm"), "norm", std::string("rms_norm")),
        variant_with(e, Text::name("DyT"), "norm", std::string("dyt"))};
}

std::vector<Variant> streams(const Experiment& e)
{
    Experiment several = e;
    several.replicas = 1;   // theory covers the mixing of a single replica
    if (option(e.network, "streams") == 1)
        several.network.options["streams"] = 4.0;
    const int n = int(option(several.network, "streams"));
    const auto mixed = [&](Text label, const char* mixing, double std) {
        Experiment drawn = several;
        drawn.network.options["mixing_std"] = std;
        return variant_with(drawn, std::move(label), "stream_mixing", std::string(mixing));
    };
    return {variant_with(e, tr("one stream"), "streams", 1.0), mixed(tr("%1 streams, identity", n), "identity", 0),
        mixed(tr("%1 streams, identity + noise of 0.3", n), "identity", 0.3),
        mixed(tr("%1 streams, random with σ = 1/√n", n), "random", 1 / std::sqrt(n)),
        mixed(tr("%1 streams, doubly stochastic", n), "doubly_stochastic", 1)};
}

std::vector<Variant> weight_std(const Experiment& e)
{
    const Parameters fixed {{"mean", 0.0}, {"std", 0.02}};
    std::vector<Variant> all;
    all.push_back(variant_drawn(e, Text::name("σ = 0.02"), {"normal", fixed}));
    all.push_back(variant_drawn(e, tr("σ = 1/√fan_in"), {"lecun_normal", {}}));
    return all;
}

/// Compares a normal distribution with a std that is common for the kind, whole and truncated.
std::vector<Variant> truncation(const Experiment& e)
{
    const Parameters& defaults = kind_of(e.network).network.weight.parameters;
    const auto std = defaults.find("std");
    const bool fixed = std != defaults.end();
    const auto cut = [&](Text label, const char* bounds, const char* compensated) {
        Parameters p {
            {"low", -2.0}, {"high", 2.0}, {"bounds", std::string(bounds)}, {"compensated", std::string(compensated)}};
        if (fixed)
            p.insert({{"mean", 0.0}, *std});
        return variant_drawn(e, std::move(label), {fixed ? "trunc_normal" : "lecun_normal", std::move(p)});
    };
    return {cut(tr("±2 as values"), "absolute", "false"), cut(Text::name("±2 σ"), "sigma", "false"),
        cut(tr("±2σ, compensated"), "sigma", "true")};
}

/// Compares narrower formats for everything that the experiment samples.
std::vector<Variant> dtype(const Experiment& e)
{
    std::vector<Variant> all;
    for (const FloatFormat format : {FloatFormat::float32, FloatFormat::bfloat16, FloatFormat::float16}) {
        Variant v {Text::name(float_range(format).label), e};
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
    return {variant_drawn(e, Text::name("[out, in]"), handed("out_in")),
        variant_drawn(e, tr("[in, out], read as [out, in]"), handed("in_out"))};
}

std::vector<Variant> norm_scale(const Experiment& e)
{
    std::vector<Variant> all;
    for (const double scale : {0.1, 1.0, 10.0}) {
        Variant v {Text::name("γ = " + number_text(scale)), e};
        for (const RoleInfo& own : specified_norm_scales(e.network))
            v.experiment.network.roles.erase(own.name);
        v.experiment.network.roles[role_of_norms] = {"constant", {{"value", scale}}};
        all.push_back(std::move(v));
    }
    return all;
}

std::vector<Variant> branch_scale(const Experiment& e)
{
    return {variant_with(e, Text::name("α = 1"), "branch", 1.0), variant_with(e, Text::name("α = 0.1"), "branch", 0.1),
        variant_with(e, Text::name("α = 0"), "branch", 0.0)};
}

}   // namespace

bool has_one_stream(const Network& network) { return !has_streams(network) || option(network, "streams") == 1; }

std::vector<ComparisonKind> stream_comparisons()
{
    return {
        {"residual_scaling", tr("Residual scaling on and off"),
            tr("unscaled branches add up with depth; scaled by 1/√(2L), their sum does not depend on depth"), nullptr,
            scaling},
        {"norm_placement", tr("Pre-LN, Post-LN, sandwich and reordered"),
            tr("Pre-LN lets the gradient through and the stream drift; Post-LN resets the stream at every step"),
            has_any_placement, placement},
        {"norm_modulation", tr("No modulation, zeros and random"),
            tr("modulated by zeros, every block starts as the identity, and its matrices have no gradient yet"),
            may_be_modulated, modulation},
        {"streams", tr("Single and multiple streams"),
            tr("with H_res the identity, n streams behave as one. Products of a random H_res grow or shrink, while "
               "those of a doubly stochastic one keep a gain of 1"),
            may_mix_streams, streams},
        {"norm_kind", tr("LayerNorm, RMSNorm and DyT"),
            tr("norms divide by the size of the stream; DyT only bounds it"), has_placement, norm_kind},
        {"weight_std", tr("σ = 0.02 and 1/√fan_in"),
            tr("0.02 is about half of 1/√d at width 768, and a quarter above it at width 4096"), nullptr, weight_std},
        {"truncation", tr("Truncated at values, at σ, compensated"),
            tr("bounds of ±2 as values cut nothing; at 2σ they leave 0.774 of the variance unless compensated"),
            nullptr, truncation},
        {"layout", tr("Transposed layout"),
            tr("a matrix passed as [in, out] has its fans swapped: σ halves where it widens fourfold and doubles where "
               "it narrows fourfold"),
            nullptr, layout},
        {"dtype", tr("Initialized in fp32, bf16 and fp16"),
            tr("rounding changes every weight but no statistic, unless σ is near the smallest number of fp16"), nullptr,
            dtype},
        {"norm_scale", tr("Norm scale 0.1, 1 and 10"),
            tr("the norm's scale sets how strongly a branch reads the stream"), has_norms, norm_scale},
        {"branch_scale", tr("Branch scale 1, 0.1 and 0"),
            tr("with α = 0 a block is the identity, forward and backward"), nullptr, branch_scale},
    };
}

}   // namespace stepzero
