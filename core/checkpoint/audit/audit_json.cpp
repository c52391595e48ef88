// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/audit/audit_json.h"

#include <numbers>

#include "core/base/formats/csv_table.h"
#include "core/base/json/write_json.h"
#include "core/base/words/words.h"

namespace stepzero {

namespace {

Json expectation_json(const Expected& expected, const EntryLaw& law)
{
    Json json = json_object({{"law", json_of(law.word)}});
    if (law.below)
        json.add("std", json_of(law.std));
    if (!law.below || law.mean != 0)
        json.add(law.below ? "mean" : "value", json_of(law.mean));
    if (!expected.formula.empty())
        json.add("formula", json_of(expected.formula));
    json.add("source", json_of(expected.source));
    return json;
}

void add_numbers(Json& json, const EntryNumbers& entries)
{
    if (entries.finite() > 0) {
        json.add("mean", json_of(entries.mean));
        json.add("std", json_of(entries.std));
        json.add("kurtosis", json_of(entries.kurtosis));
        json.add("min", json_of(entries.min));
        json.add("max", json_of(entries.max));
    }
    json.add("zeros", json_of(entries.zeros));
    json.add("not_finite", json_of(entries.not_finite));
}

void add_rows(Json& json, const AuditedPart& part)
{
    if (part.rows) {
        if (part.rows->dead > 0)
            json.add("dead_rows", json_of(part.rows->dead));
        if (part.rows->repeated > 0)
            json.add("repeated_rows", json_of(part.rows->repeated));
        if (part.rows->dead_columns > 0)
            json.add("dead_columns", json_of(part.rows->dead_columns));
        if (part.rows->repeated_columns > 0)
            json.add("repeated_columns", json_of(part.rows->repeated_columns));
    }
    if (part.spectrum) {
        json.add("largest_singular_value", json_of(part.spectrum->largest));
        if (part.edge)
            json.add("edge", json_of(*part.edge));
        if (part.rows && part.spectrum->rows < part.rows->square_sums.size())
            json.add("of_rows", json_of(part.spectrum->rows));
    }
}

void add_judgement(Json& json, const AuditedPart& part)
{
    if (part.expected && part.law)
        json.add("expected", expectation_json(*part.expected, *part.law));
    if (part.ratio())
        json.add("ratio", json_of(*part.ratio()));
    if (part.p)
        json.add("p_value", json_of(*part.p));
    if (!part.nearest.empty())
        json.add("law", json_of(part.nearest));
    if (!part.doubts.empty()) {
        Json doubts = json_list();
        for (const Doubt doubt : part.doubts)
            doubts.add(json_of(word(doubt)));
        json.add("doubts", std::move(doubts));
    }
}

Json tensor_json(const AuditedTensor& tensor)
{
    const UnderstoodTensor& understood = tensor.understood;
    Json json = json_object({{"name", json_of(tensor.stored.name)}, {"shape", json_of(tensor.stored.shape)},
        {"dtype", json_of(element_info(tensor.stored.type).word)}, {"role", json_of(understood.role)}});
    if (understood.block > 0)
        json.add("block", json_of(understood.block));
    add_numbers(json, tensor.whole.entries);
    if (tensor.parts.empty()) {
        add_rows(json, tensor.whole);
        add_judgement(json, tensor.whole);
    } else {
        Json parts = json_list();
        for (const AuditedPart& part : tensor.parts) {
            Json& one = parts.add(json_object({{"role", json_of(part.role)}}));
            add_numbers(one, part.entries);
            add_rows(one, part);
            add_judgement(one, part);
            one.add("verdict", json_of(word(part.verdict)));
        }
        json.add("parts", std::move(parts));
    }
    json.add("verdict", json_of(word(tensor.verdict)));
    return json;
}

/// Returns the expected initialization of each pattern.
Json recipe_of(const Audit& audit)
{
    const Understanding& understanding = audit.understanding;
    Json recipe = json_object();
    if (understanding.family) {
        recipe.add("label", json_of(understanding.family->label));
        recipe.add("sources", json_of(understanding.family->sources));
        recipe.add("name", json_of(understanding.recipe));
        Json ranking = json_list();
        for (const RankedRecipe& one : audit.recipes)
            ranking.add(json_object({{"name", json_of(one.name)}, {"label", json_of(one.label)},
                {"log10_odds", json_of(-one.behind / std::numbers::ln10)}}));
        recipe.add("ranking", std::move(ranking));
    }
    Json variables = json_object();
    for (const auto& [name, value] : understanding.variables)
        variables.add(name, json_of(value));
    recipe.add("variables", std::move(variables));
    Json tensors = json_object();
    for (const AuditedTensor& tensor : audit.tensors)
        for (const AuditedPart* part : tensor.judged()) {
            const std::string name = tensor.understood.pattern + (tensor.parts.empty() ? "" : " (" + part->role + ")");
            if (part->expected && part->law && !tensors.find(name))
                tensors.add(name, expectation_json(*part->expected, *part->law));
        }
    recipe.add("tensors", std::move(tensors));
    return recipe;
}

Json finding_json(const AuditFinding& finding)
{
    Json json = json_object({{"id", json_of(finding.id)}, {"severity", json_of(word(finding.severity))},
        {"tensors", json_of(finding.tensors)}, {"message", json_of(finding.message.english())}});
    if (!finding.cause.empty())
        json.add("cause", json_of(finding.cause.english()));
    if (!finding.fix.empty())
        json.add("fix", json_of(finding.fix.english()));
    return json;
}

Json change_json(const CheckpointChange& change)
{
    Json tensors = json_list();
    for (const WeightChange& one : change.changes) {
        Json& json = tensors.add(json_object({{"name", json_of(one.name)}, {"role", json_of(one.role)},
            {"relative_change", json_of(one.relative)}, {"cosine", json_of(one.cosine)}}));
        if (one.spectral)
            json.add("spectral_change", json_of(*one.spectral));
        if (change.verdict != LawVerdict::trained && !one.law.tests.empty()) {
            json.add("ratio", json_of(one.law.ratio));
            json.add("p_value", json_of(one.law.p));
            if (one.law.differs)
                json.add("differs", json_of(word(*one.law.differs)));
        }
    }
    return json_object({{"verdict", json_of(word(change.verdict))}, {"tensors", std::move(tensors)},
        {"only_before", json_of(change.only_before)}, {"only_after", json_of(change.only_after)},
        {"reshaped", json_of(change.reshaped)}});
}

std::vector<CsvCell> row_of(const AuditedTensor& tensor, const AuditedPart& part, const std::string& name)
{
    const auto number = [](const std::optional<double>& value) { return value ? number_text(*value) : std::string(); };
    std::string shape;
    for (const std::uint64_t size : tensor.stored.shape)
        shape += (shape.empty() ? "" : "x") + std::to_string(size);
    const EntryNumbers& entries = part.entries;
    const bool any = entries.finite() > 0;
    const bool known = part.law.has_value();
    return {{"tensor", name}, {"role", part.role}, {"block", std::to_string(tensor.understood.block)}, {"shape", shape},
        {"dtype", std::string(element_info(tensor.stored.type).word)}, {"mean", any ? number_text(entries.mean) : ""},
        {"std", any ? number_text(entries.std) : ""}, {"kurtosis", number(entries.kurtosis)},
        {"min", any ? number_text(entries.min) : ""}, {"max", any ? number_text(entries.max) : ""},
        {"zeros", std::to_string(entries.zeros)}, {"not_finite", std::to_string(entries.not_finite)},
        {"expected_law", known ? part.law->word : ""}, {"expected_std", known ? number_text(part.law->std) : ""},
        {"ratio", number(part.ratio())}, {"p_value", number(part.p)}, {"law", part.nearest},
        {"verdict", word(part.verdict)}};
}

}   // namespace

std::string format_audit(const Audit& audit, const std::optional<CheckpointChange>& change)
{
    Json root = json_object(
        {{"format", json_of("stepzero-audit")}, {"version", json_of(1)}, {"verdict", json_of(word(audit.verdict))}});
    if (audit.understanding.family)
        root.add("family", json_of(audit.understanding.family->name));
    root.add("recipe", recipe_of(audit));
    Json tensors = json_list();
    for (const AuditedTensor& tensor : audit.tensors)
        tensors.add(tensor_json(tensor));
    root.add("tensors", std::move(tensors));
    if (!audit.left_out.empty()) {
        Json left_out = json_list();
        for (const LeftOut& one : audit.left_out)
            left_out.add(json_object({{"name", json_of(one.name)}, {"reason", json_of(one.reason)}}));
        root.add("left_out", std::move(left_out));
    }
    if (change)
        root.add("against", change_json(*change));
    Json findings = json_list();
    for (const AuditFinding& finding : audit.findings)
        findings.add(finding_json(finding));
    root.add("findings", std::move(findings));
    return json_lines(root) + "\n";
}

std::string format_audit_csv(const Audit& audit)
{
    std::vector<std::vector<CsvCell>> rows;
    for (const AuditedTensor& tensor : audit.tensors) {
        rows.push_back(row_of(tensor, tensor.whole, tensor.stored.name));
        if (!tensor.parts.empty())
            rows.back().back().text = word(tensor.verdict);
        for (const AuditedPart& part : tensor.parts)
            rows.push_back(row_of(tensor, part, tensor.stored.name + " (" + part.role + ")"));
    }
    return csv_table(rows);
}

}   // namespace stepzero
