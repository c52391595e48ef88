// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/block_heads.h"

#include <algorithm>
#include <cmath>

#include "core/kinds/tokens.h"
#include "core/kinds/transformer.h"

namespace stepzero {

HeadMean mean_of(const std::vector<AttentionHead>& heads)
{
    HeadMean mean;
    const double n = double(heads.size());
    double logits = 0, spreads = 0;
    for (const AttentionHead& h : heads) {
        logits += (h.logit_mean / n) * h.logit_mean + (h.logit_std / n) * h.logit_std;
        spreads += (h.logit_spread / n) * h.logit_spread;
        mean.entropy += h.entropy / n;
        mean.log_visible += h.log_visible / n;
    }
    mean.logit_rms = std::sqrt(logits);
    mean.logit_spread = std::sqrt(spreads);
    return mean;
}

HeadMean mean_of(const AttentionPrediction& theory)
{
    return {std::sqrt(theory.logit_variance), theory.logit_spread, theory.entropy, theory.log_visible};
}

BlockHeads block_heads(const Study& study, int block)
{
    BlockHeads of;
    of.block = block;
    if (const SiteRecord* seen = study.measurement->block(block).find("attention"))
        std::ranges::copy_if(
            seen->heads, std::back_inserter(of.heads), [](const AttentionHead& h) { return h.queries > 0; });
    if (!of.heads.empty()) {
        of.mean = mean_of(of.heads);
        const auto [least, most] = std::ranges::minmax(of.heads, {}, &AttentionHead::entropy);
        of.least_entropy = least.entropy;
        of.most_entropy = most.entropy;
    }
    const SitePrediction* theory = study.prediction->block(block).find("attention");
    if (theory && theory->attention && theory->attention->log_visible > 0)
        of.theory = mean_of(*theory->attention);
    return of;
}

EntropyLaw entropy_law(const Study& study)
{
    const AttentionStructure attention = *structure_of(study.experiment.network).attention;
    return {.tokens = study.measurement->samples > 0 ? study.measurement->tokens : sequence_length(study.experiment),
        .causal = attention.causal,
        .head_width = attention.head_width,
        .normalized_queries = attention.normalizes_queries};
}

double gaussian_entropy(const Study& study, double logit_spread)
{
    const Curve curve = entropy_curve(entropy_law(study), {logit_spread});
    return curve.y.empty() ? 0 : curve.y.front();
}

std::vector<BlockHeads> heads_by_block(const Study& study)
{
    std::vector<BlockHeads> all;
    for (int block = 1; block <= study.plan->depth(); ++block)
        if (BlockHeads of = block_heads(study, block); of.mean || of.theory)
            all.push_back(std::move(of));
    return all;
}

}   // namespace stepzero
