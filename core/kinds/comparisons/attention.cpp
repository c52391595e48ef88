// SPDX-License-Identifier: GPL-3.0-or-later
// Comparisons of transformers.
#include "core/kinds/comparisons/groups.h"

#include <algorithm>
#include <cmath>

#include "core/base/words/words.h"
#include "core/kinds/stream.h"

namespace stepzero {

namespace {

bool has_norm_scaling(const Network& network) { return norms_before(stream_spec(network, 2, 2).placement); }
bool has_experts(const Network& network) { return option(network, "experts") > 1; }

std::vector<Variant> parallel(const Experiment& e)
{
    return {variant_with(e, tr("sequential"), "parallel", std::string("none")),
        variant_with(e, tr("parallel"), "parallel", std::string("two_norms"))};
}

std::vector<Variant> output_gate(const Experiment& e)
{
    return {variant_with(e, tr("no output gate"), "output_gate", flag_value(false)),
        variant_with(e, tr("output gate"), "output_gate", flag_value(true))};
}

std::vector<Variant> norm_scaling(const Experiment& e)
{
    return {variant_with(e, tr("norms"), "norm_scaling", flag_value(false)),
        variant_with(e, tr("norms 1/√l"), "norm_scaling", flag_value(true))};
}

std::vector<Variant> experts(const Experiment& e)
{
    std::vector<Variant> all {variant_with(e, tr("one MLP"), "experts", 0.0)};
    Experiment mixed = e;
    if (!has_experts(e.network))
        mixed.network.options["experts"] = 8.0;
    const int n = int(option(mixed.network, "experts"));
    for (const int chosen : {1, 2})
        all.push_back(variant_with(mixed, tr("%1 of %2 experts", chosen, n), "experts_chosen", double(chosen)));
    return all;
}

std::vector<Variant> gates(const Experiment& e)
{
    return {variant_with(e, tr("gates sum to 1"), "gates_renormalized", flag_value(true)),
        variant_with(e, tr("raw softmax gates"), "gates_renormalized", flag_value(false))};
}

std::vector<Variant> router_std(const Experiment& e)
{
    std::vector<Variant> all;
    for (const auto& [label, std] :
        {std::pair("σ_r = 0.02", 0.02), {"σ_r = 1/√d", 1 / std::sqrt(double(e.network.width))}, {"σ_r = 0.5", 0.5}}) {
        Variant v {Text::name(label), e};
        v.experiment.network.roles["router"] = {"normal", {{"mean", 0.0}, {"std", std}}};
        all.push_back(std::move(v));
    }
    return all;
}

std::vector<Variant> packed_fans(const Experiment& e)
{
    const Experiment xavier = variant_drawn(e, {}, {"xavier_uniform", {}}).experiment;
    return {variant_with(xavier, tr("separate q, k and v"), "qkv", std::string("split")),
        variant_with(xavier, tr("packed"), "qkv", std::string("packed"))};
}

/// Head widths 16 and 256 (or the nearest that divide the width), with and without 1/√d_h.
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
        Experiment other = variant_with(e, {}, "heads", double(heads)).experiment;
        for (const char* name : {"key_value_heads", "head_width", "shared_key_width", "value_width"})
            other.network.options[name] = 0.0;
        const int head_width = width / heads;
        all.push_back(
            variant_with(other, tr("d_h = %1, 1/√d_h", head_width), "logit_scale", std::string("1/sqrt(d_h)")));
        all.push_back(variant_with(other, tr("d_h = %1, unscaled", head_width), "logit_scale", std::string("none")));
    }
    return all;
}

}   // namespace

std::vector<ComparisonKind> attention_comparisons()
{
    return {
        {"parallel", tr("Attention and MLP in parallel"),
            tr("in parallel, the MLP reads the stream before attention writes to it"), has_one_stream, parallel},
        {"output_gate", tr("Output gate of attention on and off"),
            tr("at small weights every gate is σ(0) = ½, and halves both what attention writes and "
               "the gradient through it"),
            nullptr, output_gate},
        {"norm_scaling", tr("Norms 1/√l on and off"),
            tr("divided by √l, norms let later blocks write less, so that the stream grows more slowly"),
            has_norm_scaling, norm_scaling},
        {"experts", tr("Single MLP and mixture of experts"),
            tr("k experts whose gates sum to 1 write less than one MLP: the squares of their gates sum to less than 1"),
            nullptr, experts},
        {"gates", tr("Gates normalized to 1 and raw softmax gates"),
            tr("raw softmax gates of k of n experts sum to about k/n, and the branch shrinks by that factor"),
            has_experts, gates},
        {"router_std", tr("σ of the router"),
            tr("the router's σ sets how sharp its choice is: where s = σ_r √d exceeds √(2 ln n), each token gives "
               "nearly all its weight to one expert"),
            has_experts, router_std},
        {"packed_fans", tr("Xavier for separate and packed QKV"),
            tr("packed in one matrix, queries, keys and values share fan_out = 3d and have half the variance"), nullptr,
            packed_fans},
        {"head_width", tr("1/√d_h on and off"), tr("without 1/√d_h the attention logits grow with the width of a head"),
            nullptr, head_width, "logits"},
    };
}

}   // namespace stepzero
