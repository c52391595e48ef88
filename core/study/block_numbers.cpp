// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/block_numbers.h"

#include <algorithm>
#include <cmath>

#include "core/kinds/resnet.h"
#include "core/kinds/transformer.h"
#include "core/theory/attention_theory.h"

namespace stepzero {

namespace {

HeadNumbers head_numbers(const Study& study, bool tied, double multiplier = 1, double softcap = 0)
{
    constexpr const char* logits = "logits";
    const int outcomes = structure_of(study.plan->network).softmax->outcomes;
    HeadNumbers head;
    head.log_vocabulary = std::log(double(outcomes));
    head.multiplier = multiplier;
    head.softcap = softcap;
    head.cross_entropy = compared(study, {0, logits}, Quantity::cross_entropy);
    if (const Distribution* z = study.measurement->block(0).value(logits); z && z->count > 0)
        if (const double rms = z->plain(z->rms); std::isfinite(rms * rms))
            head.logit_square.measured = rms * rms;
    if (const auto& theory = study.prediction->head) {
        head.cross_entropy.theory = theory->cross_entropy;
        // Above this spread, few words take all the probability.
        if (!theory->has_prior && std::sqrt(theory->logit_variance) < freezing_spread(outcomes))
            head.small_cross_entropy = theory->small_variance_cross_entropy;
        if (!theory->has_prior)
            head.logit_square.theory = theory->logit_square;
        if (tied)
            head.own_square = theory->logit_square - theory->logit_variance;
    }
    return head;
}

RouterNumbers router_numbers(const Study& study, int block, const TransformerSpec& spec)
{
    const Site site {block, "router"};
    RouterNumbers n {.experts = spec.experts,
        .chosen = spec.experts_chosen,
        .entropy = compared(study, site, Quantity::router_entropy),
        .top_probability = compared(study, site, Quantity::top_probability),
        .load_balance = compared(study, site, Quantity::load_balance),
        .load_spread = compared(study, site, Quantity::load_spread)};
    if (const SiteRecord* seen = study.measurement->block(block).find(site.role); seen && !seen->experts.empty()) {
        const auto [least, most] = std::ranges::minmax(seen->experts, {}, &ExpertLoad::load);
        n.least_load = least.load;
        n.most_load = most.load;
    }
    return n;
}

std::optional<MixingNumbers> mixing_numbers(const Study& study, int block)
{
    const NetworkPlan& plan = *study.plan;
    const auto gain = [&](const StepInfo& step, Quantity quantity) {
        return study.measurement->block(block).number(step.word + "_stream", quantity);
    };
    const auto forward = gain(plan.steps.back(), Quantity::forward_gain_log10);
    if (!forward)
        return std::nullopt;
    return MixingNumbers {*forward, *gain(plan.steps.back(), Quantity::backward_gain_log10),
        *gain(plan.steps.front(), Quantity::forward_gain_to_end_log10),
        *gain(plan.steps.front(), Quantity::backward_gain_to_end_log10)};
}

ScanNumbers scan_numbers(const Study& study, int block)
{
    const Site site {block, "scan"};
    return {.time_step = compared(study, site, Quantity::time_step),
        .decay = compared(study, site, Quantity::decay),
        .shortest = compared(study, site, Quantity::shortest_memory),
        .longest = compared(study, site, Quantity::longest_memory),
        .rms = compared(study, site, Quantity::rms)};
}

}   // namespace

BlockNumbers block_numbers(const Study& study, int block)
{
    const NetworkPlan& plan = *study.plan;
    const Network& network = plan.network;
    BlockNumbers n;
    n.stream = *structure_of(network).stream;
    if (plan.kind->kernels) {
        const auto& spec = spec_of<ResnetSpec>(plan);
        n.activated = spec.activates_sum();
        n.projected = spec.form != BlockForm::convnext && plan.block(block).find("projection");
    }
    Site before = block == 1 ? Site {0, plan.reading.start} : Site {block - 1, plan.reading.output};
    for (const StepInfo& info : plan.steps) {
        const Site after {block, info.word + "_stream"}, branch {block, info.word + "_branch"};
        const auto number = [&](Quantity quantity) { return compared(study, branch, quantity).theory; };
        n.steps.push_back({.label = info.label,
            .before = compared(study, before, Quantity::rms),
            .branch = compared(study, branch, Quantity::rms),
            .after = compared(study, after, Quantity::rms),
            .log10_skip = std::log10(std::abs(n.stream.skip)),
            .correlation = number(Quantity::correlation),
            .gradient = compared(study, after, Quantity::gradient_rms),
            .channel_means = compared(study, after, Quantity::channel_mean_share),
            .branch_share = number(Quantity::branch_share)});
        before = after;
    }
    n.gains = mixing_numbers(study, block);
    if (plan.kind->scans) {
        n.scan = scan_numbers(study, block);
        n.head = head_numbers(study, structure_of(network).softmax->tied);
    }
    if (!plan.kind->attends)
        return n;
    const auto& spec = spec_of<TransformerSpec>(plan);
    n.heads = block_heads(study, block);
    if (const auto& heads = n.heads.theory ? n.heads.theory : n.heads.mean)
        n.gaussian_entropy = gaussian_entropy(study, heads->logit_spread);
    n.scale = spec.logit_scale;
    n.multiplier = spec.attention_multiplier;
    n.softcap = spec.attention_softcap;
    n.parallel = spec.parallel;
    if (n.parallel != Parallel::none)
        n.steps.back().log10_skip = 0;
    if (spec.experts > 0)
        n.router = router_numbers(study, block, spec);
    n.head = head_numbers(study, spec.tied, spec.logits_multiplier, spec.logits_softcap);
    return n;
}

}   // namespace stepzero
