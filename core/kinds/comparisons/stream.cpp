// SPDX-License-Identifier: GPL-3.0-or-later
// Comparisons of networks with a residual stream.
#include "core/kinds/comparisons/groups.h"

#include <cmath>

#include "core/kinds/kinds.h"
#include "core/words/words.h"

namespace stepzero {

namespace {

bool has_placement(const Network& network) { return has_norms(network) && has_option(network, "norm_placement"); }
bool has_streams(const Network& network) { return has_option(network, "streams"); }
bool has_any_placement(const Network& network) { return has_placement(network) && has_one_stream(network); }
/// Or may have several streams.
bool may_mix_streams(const Network& network)
{
    return has_streams(network) && !norms_hold_stream(network)
        && (!has_option(network, "parallel") || option_word(network, "parallel") == "none");
}

std::vector<Variant> scaling(const Experiment& e)
{
    std::vector<Variant> all;
    for (const int blocks : {12, 96}) {
        Experiment deep = e;
        deep.network.depth = blocks;
        const std::string count = std::to_string(blocks) + " blocks, ";
        all.push_back(variant_with(deep, count + "plain", "residual_scaling", std::string("plain")));
        all.push_back(
            variant_with(deep, count + "1/√(2L)", "residual_scaling", std::string("inverse_sqrt_twice_depth")));
    }
    return all;
}

std::vector<Variant> placement(const Experiment& e)
{
    return {variant_with(e, "pre", "norm_placement", std::string("pre")),
        variant_with(e, "post", "norm_placement", std::string("post")),
        variant_with(e, "sandwich", "norm_placement", std::string("sandwich")),
        variant_with(e, "reordered", "norm_placement", std::string("reordered")),
        variant_with(e, "normalized", "norm_placement", std::string("normalized"))};
}

std::vector<Variant> norm_kind(const Experiment& e)
{
    return {variant_with(e, "LayerNorm", "norm", std::string("layer_norm")),
        variant_with(e, "RMSNorm", "norm", std::string("rms_norm")),
        variant_with(e, "DyT", "norm", std::string("dyt"))};
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
        return variant_with(drawn, number_text(n) + label, "stream_mixing", std::string(mixing));
    };
    return {variant_with(e, "one stream", "streams", 1.0), mixed(" streams, identity", "identity", 0),
        mixed(", identity + noise of 0.3", "identity", 0.3), mixed(", random of σ = 1/√n", "random", 1 / std::sqrt(n)),
        mixed(", doubly stochastic", "doubly_stochastic", 1)};
}

std::vector<Variant> weight_std(const Experiment& e)
{
    const Parameters fixed {{"mean", 0.0}, {"std", 0.02}};
    std::vector<Variant> all;
    all.push_back(variant_drawn(e, "σ = 0.02", {"normal", fixed}));
    all.push_back(variant_drawn(e, "σ = 1/√fan_in", {"lecun_normal", {}}));
    return all;
}

/// A normal law with a std that is usual for the kind, whole and cut.
std::vector<Variant> truncation(const Experiment& e)
{
    const Parameters& defaults = kind_of(e.network).network.weight.parameters;
    const auto std = defaults.find("std");
    const bool fixed = std != defaults.end();
    const auto cut = [&](std::string label, const char* bounds, const char* compensated) {
        Parameters p {
            {"low", -2.0}, {"high", 2.0}, {"bounds", std::string(bounds)}, {"compensated", std::string(compensated)}};
        if (fixed)
            p.insert({{"mean", 0.0}, *std});
        return variant_drawn(e, std::move(label), {fixed ? "trunc_normal" : "lecun_normal", std::move(p)});
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
    return {variant_drawn(e, "[out, in]", handed("out_in")),
        variant_drawn(e, "[in, out], taken for [out, in]", handed("in_out"))};
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
    return {variant_with(e, "α = 1", "branch", 1.0), variant_with(e, "α = 0.1", "branch", 0.1),
        variant_with(e, "α = 0", "branch", 0.0)};
}

}   // namespace

bool has_one_stream(const Network& network) { return !has_streams(network) || option(network, "streams") == 1; }

std::vector<ComparisonKind> stream_comparisons()
{
    return {
        {"residual_scaling", "Residual scaling on and off",
            "unscaled branches add up with depth; scaled by 1/√(2L) they add up to the same at any depth", nullptr,
            scaling},
        {"norm_placement", "Pre-LN, Post-LN, sandwich and reordered",
            "Pre-LN lets the gradient through and the stream drift; Post-LN resets the stream at every step",
            has_any_placement, placement},
        {"streams", "Single and multiple streams",
            "with H_res the identity, n streams are n times the ordinary one; products of H_res grow or fade where it "
            "is "
            "random, and keep their gains at 1 where it is doubly stochastic",
            may_mix_streams, streams},
        {"norm_kind", "LayerNorm, RMSNorm and DyT", "norms divide by the size of the stream; DyT only bounds it",
            has_placement, norm_kind},
        {"weight_std", "σ = 0.02 and 1/√fan_in",
            "0.02 is half of 1/√d at width 768, and a quarter more than it at width 4096", nullptr, weight_std},
        {"truncation", "Truncated at values, at σ, compensated",
            "bounds of ±2 as values cut nothing; at 2σ they leave 0.774 of the variance, unless that is made up for",
            nullptr, truncation},
        {"layout", "Transposed layout",
            "a matrix that is handed over as [in, out] has its fans exchanged: what widens by four is half as large, "
            "what narrows by four twice as large",
            nullptr, layout},
        {"dtype", "Initialized in fp32, bf16 and fp16",
            "rounding changes every weight and no statistic, but where σ comes near the smallest number of fp16",
            nullptr, dtype},
        {"norm_scale", "Norm scale 0.1, 1 and 10", "the norm's scale sets how loud a branch reads the stream",
            has_norms, norm_scale},
        {"branch_scale", "Branch scale 1, 0.1 and 0", "with α = 0 a block is the identity, forward and backward",
            nullptr, branch_scale},
    };
}

}   // namespace stepzero
