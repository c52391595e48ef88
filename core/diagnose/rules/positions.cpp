// SPDX-License-Identifier: GPL-3.0-or-later
// Positions that are so much larger than the embeddings that the stream hardly shows which tokens it has.
#include <algorithm>
#include <cmath>

#include "core/base/words/registry.h"
#include "core/diagnose/change.h"
#include "core/diagnose/rules.h"
#include "core/diagnose/text.h"
#include "core/diagnose/thresholds.h"
#include "core/kinds/transformer.h"
#include "core/network/init/parameter_use.h"
#include "core/network/sinusoids.h"

namespace stepzero {

namespace {

/// A table of vectors, and the RMS of its entries.
struct Table {
    std::string role {};   ///< empty: none
    double rms = 0;
};

Table table_of(const Case& c, ParameterUse use)
{
    const auto table
        = std::ranges::find_if(c.parameters, [use](const ParameterPlan& plan) { return use_of(plan) == use; });
    if (table == c.parameters.end())
        return {};
    const Law law = law_of(draw_of(*table), table->shape, table->kind);
    return {table->role, std::sqrt(law.mean * law.mean + law.variance)};
}

/// Returns the table of positions; sinusoids have no role.
Table positions_of(const Case& c, const TransformerSpec& spec)
{
    return spec.sinusoids ? Table {.rms = rms_of_sinusoids} : table_of(c, ParameterUse::positions);
}

Experiment with_std(const Case& c, const Table& table, double std)
{
    return with_role(c.experiment, table.role, {"normal", {{"mean", 0.0}, {"std", std}}});
}

/// Returns the fixes that make tokens as large as positions.
std::vector<Fix> fixes_of_positions(
    const Case& c, const TransformerSpec& spec, const Table& embeddings, const Table& positions)
{
    const double entries = embeddings.rms, places = positions.rms;
    std::vector<Fix> fixes;
    constexpr const char* option = "embedding_multiplier";
    const double multiplier = entries > 0 ? places / entries : HUGE_VAL;
    if (multiplier <= find_member(c.plan.kind->options, option)->high)
        fixes.push_back(fix_of(
            {tr("Multiply the embeddings: %1", arrow_text(Text::name("m"), spec.embedding_multiplier, multiplier)),
                with_option(c.experiment, option, multiplier)}));
    if (entries > 0 && !positions.role.empty()) {
        const double std = entries * spec.embedding_multiplier;
        fixes.push_back(
            fix_of({tr("Initialize the positions like the embeddings: %1", arrow_text(Text::name("σ"), places, std)),
                with_std(c, positions, std)}));
    }
    const double std = places / spec.embedding_multiplier;
    fixes.push_back(fix_of({tr("Initialize the embeddings: %1", arrow_text(Text::name("σ"), entries, std)),
        with_std(c, embeddings, std)}));
    return fixes;
}

std::vector<Finding> find_positions(const Case& c)
{
    if (!c.plan.kind->attends || !c.plan.kind->takes_tokens || c.plan.given)
        return {};
    const auto& spec = spec_of<TransformerSpec>(c.plan);
    const Table embeddings = table_of(c, ParameterUse::tokens), positions = positions_of(c, spec);
    const double tokens = spec.embedding_multiplier * embeddings.rms, places = positions.rms;
    if (places <= thresholds::input_scale * tokens)
        return {};
    return {{.id = "outweighed_tokens",
        .severity = Severity::warning,
        .first_layer = 0,
        .last_layer = 0,
        .message = tr("Positions outweigh the tokens: their RMS is %1, and that of the embeddings is %2.",
            short_text(places), short_text(tokens)),
        .cause = tr("The first blocks read the sum of the two, in which the tokens have %1 of the mean square. All "
                    "sequences look similar to them.",
            percent_text(tokens * tokens / (tokens * tokens + places * places))),
        .formula = "x = m·embedding(token) + position, where sinusoids have RMS 1/√2",
        .fixes = fixes_of_positions(c, spec, embeddings, positions)}};
}

}   // namespace

Rule rule_positions()
{
    return {"positions", "Vaswani et al. 2017, section 3.4: embeddings are multiplied by √d",
        {{"outweighed_tokens", tr("mis-scaled"),
            tr("positions are more than ten times as large as the embeddings to which they are added"), 335,
            {"weights"}}},
        find_positions, true};
}

}   // namespace stepzero
