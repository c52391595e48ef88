// SPDX-License-Identifier: GPL-3.0-or-later
// A stream so small that the ε of its norms outweighs it: embeddings or an input with the wrong scale.
#include <cmath>

#include "core/diagnose/rules.h"
#include "core/diagnose/text.h"

namespace stepzero {

namespace {

/// Returns ln of the RMS that norms read, computed from their output, or that of the stream if they read it.
double ln_read(const Case& c, int block, double epsilon, bool of_embeddings)
{
    if (!c.layered && !c.plan.kind->kernels && !of_embeddings)
        return block == 1 ? c.profile.ln_start : c.profile.layers[std::size_t(block - 2)].ln_signal;
    const NetworkStructure structure = structure_of(c.network);
    const std::string& scale = of_embeddings ? structure.embedding_norm : structure.norms->scale;
    const auto inside = [&] {
        const LayerProfile& layer = c.profile.layers[std::size_t(block - 1)];
        return c.layered ? layer.ln_signal : *layer.ln_inner;
    };
    const double ln_written = of_embeddings ? c.profile.ln_start : inside(),
                 written = std::exp(ln_written) / norm_scale_rms(c.network, scale, of_embeddings ? 0 : block);
    return std::log(epsilon * written * written / (1 - written * written)) / 2;
}

std::vector<Finding> find_starved_norm(const Case& c)
{
    const auto span = starved_norm(c.network, c.profile, 1);
    if (!span)
        return {};
    const bool of_embeddings = starved_embedding_norm(c.network, c.profile, 1);
    const double epsilon = structure_of(c.network).norms->epsilon,
                 read = ln_read(c, span->first, epsilon, of_embeddings);
    const std::string reads = exp_text(read),
                      writes = exp_text(read - std::log(std::hypot(std::exp(read), std::sqrt(epsilon))));
    const bool embedded = c.plan.kind->has_tokens() && span->first == 1;
    return {with_ways_out(c,
        {.id = "starved_norm",
            .severity = Severity::warning,
            .first_layer = span->first,
            .last_layer = span->last,
            .message = of_embeddings
                ? tr("The norm of the embeddings gets a signal of RMS %1 and returns RMS %2, not 1: its ε is %3.",
                    reads, writes, short_text(epsilon))
                : tr("The norms of %1 get a signal of RMS %2 and return RMS %3, not 1: their ε is %4.",
                    span_text(c.network, span->first, span->last), reads, writes, short_text(epsilon)),
            .cause = embedded ? tr("The embeddings are so small that ε outweighs their variance v.")
                              : tr("The input of the norms is so small that ε outweighs its variance v."),
            .formula = "norm(x)² = v/(v + ε), v = E[x²]",
            .fixes = {}},
        still(starved_norm))};
}

}   // namespace

Rule rule_starved_norm()
{
    return {"starved_norm", "Ba, Kiros, Hinton 2016: what ε does",
        {{"starved_norm", tr("input below ε"), tr("a norm divides by little more than its ε"), 230}},
        find_starved_norm};
}

}   // namespace stepzero
