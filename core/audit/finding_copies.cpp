// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <map>

#include "core/audit/finding_kinds.h"
#include "core/diagnose/text.h"
#include "core/words/words.h"

namespace stepzero {

namespace {

/// What the lines along one side of a weight are to the model.
enum class Lines { tokens, units, inputs };

Lines lines_of(const AuditedTensor& tensor, bool rows)
{
    if (rows != tensor.understood.transposed)
        return tensor.understood.vocabulary ? Lines::tokens : Lines::units;
    return Lines::inputs;
}

const char* cause_of_copies(Lines lines)
{
    switch (lines) {
    case Lines::tokens:
        return "Tokens with equal rows cannot be told apart.";
    case Lines::units:
        return "Units with equal weights have equal gradients, and stay equal.";
    case Lines::inputs:
        return "The layer sees no more of such inputs than their sum.";
    }
    return "";
}

const char* cause_of_zeros(Lines lines)
{
    switch (lines) {
    case Lines::tokens:
        return "Tokens without a vector look alike.";
    case Lines::units:
        return "Units without weights send no signal.";
    case Lines::inputs:
        return "The layer does not see inputs without weights.";
    }
    return "";
}

/// Whether one row or column stands there again and again, as Mamba's A_log has it.
bool is_one_line(const RowNumbers& rows)
{
    return rows.repeated + 1 == rows.square_sums.size() || rows.repeated_columns + 1 == rows.columns;
}

/// Whether its numbers are random. Rows that were added to a table may all be the mean of the others, and the scheme of
/// twins repeats a unit.
bool is_drawn(const Place& place, const Told& done)
{
    const AuditedPart& part = *place.part;
    return holds_numbers(place) && !done.contains(place.part) && part.rows && part.kind == TensorKind::weight
        && part.role != "new_rows" && !(part.expected && part.expected->draw.base->identical_units);
}

}   // namespace

void copied_lines(const Audit& audit, Told& done, std::vector<AuditFinding>& findings)
{
    Groups groups(audit);
    for (const Place& place : places_of(audit)) {
        if (!is_drawn(place, done))
            continue;
        const RowNumbers& rows = *place.part->rows;
        const bool one_line = is_one_line(rows);
        if (one_line && !place.part->law)
            continue;
        const int pieces = one_line ? 1 : std::max(rows.row_shards, rows.column_shards);
        if (pieces > 1) {
            const std::string what = "its " + std::to_string(pieces)
                + (rows.row_shards > 1 ? " blocks of rows" : " blocks of columns") + " are equal to the bit.";
            groups.add("repeated_shards", Severity::error, place, what, what,
                "Every device drew its shard from the same seed.",
                "Draw the whole tensor and split it, or give every device's generator an offset of its own.");
        } else if (rows.repeated > 0) {
            const std::string what = "equal to another row: " + std::to_string(rows.repeated) + " of "
                + std::to_string(rows.square_sums.size()) + " rows.";
            groups.add("equal_rows", Severity::error, place, what, what, cause_of_copies(lines_of(*place.tensor, true)),
                "Draw every row for itself.");
        } else if (rows.repeated_columns > 0) {
            const std::string what = "equal to another column: " + std::to_string(rows.repeated_columns) + " of "
                + std::to_string(rows.columns) + " columns.";
            groups.add("equal_columns", Severity::error, place, what, what,
                cause_of_copies(lines_of(*place.tensor, false)), "Draw every column for itself.");
        } else {
            continue;
        }
        done.insert(place.part);
    }
    groups.move_to(findings);
}

namespace {

constexpr const char* equal_words = "they are equal to the bit.";
constexpr const char* equal_cause = "They were drawn from the same seed, or are one tensor under several names.";
constexpr const char* equal_fix = "Draw each from a stream of its own.";

/// Without a recipe: entries of a known distribution. Tables that are computed, as sines of positions, are equal by
/// design.
bool looks_drawn(const AuditedPart& part) { return part.nearest != "other" && !is_one_line(*part.rows); }

bool may_be_copied(const Place& place, const Told& done)
{
    const AuditedPart& part = *place.part;
    return holds_numbers(place) && part.rows && part.kind == TensorKind::weight && part.unlike_any
        && !part.entries.constant() && !done.contains(place.part) && (part.law || looks_drawn(part))
        && !(part.expected && part.expected->draw.base->dependence == Dependence::fixed);
}

/// An output that is the embedding is what its name says.
bool is_table(const Place& place)
{
    return place.tensor->understood.vocabulary || place.tensor->understood.role == "head";
}

/// Packed tensors that are equal as a whole, by their names.
void equal_packed(const Audit& audit, Told& done, std::vector<AuditFinding>& findings)
{
    std::map<std::uint64_t, std::vector<const AuditedTensor*>> alike;
    for (const AuditedTensor& tensor : audit.tensors) {
        const auto parts = tensor.judged();
        if (!tensor.parts.empty() && std::ranges::all_of(parts, [&](const AuditedPart* part) {
                return may_be_copied({&tensor, part}, done) && !is_table({&tensor, part});
            }))
            alike[tensor.hash].push_back(&tensor);
    }
    for (const auto& [hash, tensors] : alike) {
        if (tensors.size() < 2)
            continue;
        AuditFinding found {"equal_tensors", Severity::error, {}, {}, equal_cause, equal_fix};
        found.tensors = tensor_names(audit, tensors);
        for (const AuditedTensor* tensor : tensors)
            for (const AuditedPart* part : tensor->judged())
                done.insert(part);
        found.message = told(found.tensors) + ": " + equal_words;
        findings.push_back(std::move(found));
    }
}

}   // namespace

void equal_tensors(const Audit& audit, Told& done, std::vector<AuditFinding>& findings)
{
    equal_packed(audit, done, findings);
    std::map<std::uint64_t, Places> alike;
    for (const Place& place : places_of(audit))
        if (may_be_copied(place, done))
            alike[place.part->hash].push_back(place);
    std::map<std::vector<std::string>, Places> groups;   // the same in every block is reported once
    for (const auto& [hash, places] : alike) {
        if (places.size() < 2 || std::ranges::all_of(places, is_table))
            continue;
        std::vector<std::string> patterns;
        for (const Place& place : places)
            patterns.push_back(pattern_of(place));
        Places& all = groups[patterns];
        all.insert(all.end(), places.begin(), places.end());
    }
    for (const auto& [patterns, places] : groups) {
        findings.push_back(
            finding_of(audit, "equal_tensors", Severity::error, places, equal_words, equal_cause, equal_fix));
        for (const Place& place : places)
            done.insert(place.part);
    }
}

namespace {

void check_padding(const Audit& audit, const Place& place, std::vector<AuditFinding>& findings)
{
    const AuditedPart& part = *place.part;
    const std::vector<double>& sums = part.rows->square_sums;
    const std::optional<std::uint64_t> padding = audit.understanding.padding_row;
    if (!place.tensor->understood.padded || !padding || *padding >= sums.size() || !part.doubts.empty())
        return;   // where the whole table is another one, that is told
    const double sum = sums[std::size_t(*padding)];
    if (sum != 0 && audit.verdict != AuditVerdict::trained)
        findings.push_back(finding_of(audit, "padding_row", Severity::error, {place},
            "row " + std::to_string(*padding) + " is the padding token's, and is not zero (RMS "
                + short_text(std::sqrt(sum / double(part.rows->columns))) + ").",
            "The table was drawn again after the row had been set to 0.", "Set the row to 0 last."));
}

}   // namespace

void dead_lines(const Audit& audit, Told& done, std::vector<AuditFinding>& findings)
{
    Groups groups(audit);
    for (const Place& place : places_of(audit)) {
        if (!is_drawn(place, done))
            continue;
        const AuditedPart& part = *place.part;
        const RowNumbers& rows = *part.rows;
        check_padding(audit, place, findings);
        const bool drawn = part.law && part.law->below;
        if (const std::uint64_t dead = part.unexpected_dead; dead > 0 && drawn) {
            const std::string what
                = "all zeros: " + std::to_string(dead) + " of " + std::to_string(rows.square_sums.size()) + " rows.";
            groups.add("dead_rows", Severity::error, place, what, what, cause_of_zeros(lines_of(*place.tensor, true)),
                "Draw every row.");
        } else if (rows.dead_columns > 0 && drawn && audit.verdict != AuditVerdict::trained) {
            const std::string what = "all zeros: " + std::to_string(rows.dead_columns) + " of "
                + std::to_string(rows.columns) + " columns.";
            groups.add("dead_columns", Severity::error, place, what, what,
                cause_of_zeros(lines_of(*place.tensor, false)), "Draw every column.");
        } else {
            continue;
        }
        done.insert(place.part);
    }
    groups.move_to(findings);
}

}   // namespace stepzero
