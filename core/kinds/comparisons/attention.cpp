// SPDX-License-Identifier: GPL-3.0-or-later
// Comparisons of transformers.
#include "core/kinds/comparisons/groups.h"

#include <algorithm>
#include <cmath>

#include "core/kinds/stream.h"
#include "core/words/words.h"

namespace stepzero {

namespace {

bool has_norm_scaling(const Network& network) { return norms_before(stream_spec(network, 2, 2).placement); }
bool has_experts(const Network& network) { return option(network, "experts") > 1; }

std::vector<Variant> parallel(const Experiment& e)
{
    return {variant_with(e, "one after the other", "parallel", std::string("none")),
        variant_with(e, "parallel", "parallel", std::string("two_norms"))};
}

std::vector<Variant> norm_scaling(const Experiment& e)
{
    return {variant_with(e, "norms", "norm_scaling", std::string("false")),
        variant_with(e, "norms over √l", "norm_scaling", std::string("true"))};
}

std::vector<Variant> experts(const Experiment& e)
{
    std::vector<Variant> all {variant_with(e, "one MLP", "experts", 0.0)};
    Experiment mixed = e;
    if (!has_experts(e.network))
        mixed.network.options["experts"] = 8.0;
    const double n = option(mixed.network, "experts");
    for (const double chosen : {1.0, 2.0})
        all.push_back(
            variant_with(mixed, number_text(chosen) + " of " + number_text(n) + " experts", "experts_chosen", chosen));
    return all;
}

std::vector<Variant> gates(const Experiment& e)
{
    return {variant_with(e, "gates sum to 1", "gates_renormalized", std::string("true")),
        variant_with(e, "gates as the softmax has them", "gates_renormalized", std::string("false"))};
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

std::vector<Variant> packed_fans(const Experiment& e)
{
    const Experiment xavier = variant_drawn(e, "", {"xavier_uniform", {}}).experiment;
    return {variant_with(xavier, "q, k and v each its own", "qkv", std::string("split")),
        variant_with(xavier, "packed", "qkv", std::string("packed"))};
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
        Experiment other = variant_with(e, "", "heads", double(heads)).experiment;
        other.network.options["key_value_heads"] = other.network.options["head_width"] = 0.0;
        const std::string label = "d_h = " + std::to_string(width / heads);
        all.push_back(variant_with(other, label + ", 1/√d_h", "logit_scale", std::string("1/sqrt(d_h)")));
        all.push_back(variant_with(other, label + ", unscaled", "logit_scale", std::string("none")));
    }
    return all;
}

}   // namespace

std::vector<ComparisonKind> attention_comparisons()
{
    return {
        {"parallel", "Attention and MLP in parallel",
            "in parallel the MLP reads the stream before attention writes to it", has_one_stream, parallel},
        {"norm_scaling", "Norm ÷ √l on and off",
            "divided by √l, norms let later blocks write less, so that the stream grows more slowly", has_norm_scaling,
            norm_scaling},
        {"experts", "Single MLP and mixture of experts",
            "k experts whose gates sum to 1 write less than one MLP: the sum of the squares of their gates is below 1",
            nullptr, experts},
        {"gates", "Gates normalized to 1 and raw softmax gates",
            "as the softmax has them, the gates of k of n experts sum to about k/n, and the branch is as much smaller",
            has_experts, gates},
        {"router_std", "σ of the router",
            "the router's σ is the sharpness of its choice: at s = σ_r √d above √(2 ln n) one expert takes all",
            has_experts, router_std},
        {"packed_fans", "Xavier of QKV split and packed",
            "packed in one matrix, queries, keys and values count the outputs of all three, and have half the variance",
            nullptr, packed_fans},
        {"head_width", "1/√d_h on and off", "without 1/√d_h the logits of attention grow with the width of a head",
            nullptr, head_width},
    };
}

}   // namespace stepzero
