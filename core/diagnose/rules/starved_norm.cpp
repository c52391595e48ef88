// SPDX-License-Identifier: GPL-3.0-or-later
// A stream so small that the ε of the norms which read it outweighs it: embeddings or an input of the wrong scale.
#include <cmath>

#include "core/diagnose/rules.h"
#include "core/diagnose/text.h"

namespace stepzero {

namespace {

std::vector<Finding> find(const Case& c)
{
    const auto span = starved_norm(c.network, c.profile, 1);
    if (!span)
        return {};
    const double stream
        = span->first == 1 ? c.profile.ln_start : c.profile.layers[std::size_t(span->first - 2)].ln_signal;
    const double epsilon = option(c.network, "norm_epsilon");
    const bool embedded = c.plan.kind->has_tokens() && span->first == 1;
    return {{.id = "starved_norm",
        .severity = Severity::warning,
        .first_layer = span->first,
        .last_layer = span->last,
        .message = "the norms of " + span_text(c.network, span->first, span->last) + " read a stream of RMS "
            + exp_text(stream) + " and write "
            + exp_text(stream - std::log(std::hypot(std::exp(stream), std::sqrt(epsilon)))) + ", not 1: their ε is "
            + short_text(epsilon),
        .cause = embedded ? "the embeddings are smaller than the norms were made for"
                          : "the stream is smaller than the norms were made for",
        .formula = "norm(x)² = v/(v + ε), v = E[x²]",
        .fixes = fixes(c, still(starved_norm))}};
}

}   // namespace

Rule rule_starved_norm() { return {"starved_norm", "Ba, Kiros, Hinton 2016: what ε does", find}; }

}   // namespace stepzero
