// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <map>

#include "core/base/words/words.h"
#include "core/checkpoint/audit/finding_kinds.h"
#include "core/diagnose/text.h"
#include "core/network/init/parameter_use.h"

namespace stepzero {

namespace {

/// The meaning of the lines along one side of a weight.
enum class Lines { tokens, units, inputs };

Lines lines_of(const AuditedTensor& tensor, bool rows)
{
    if (rows != tensor.understood.transposed)
        return tensor.understood.vocabulary ? Lines::tokens : Lines::units;
    return Lines::inputs;
}

Text cause_of_copies(Lines lines)
{
    switch (lines) {
    case Lines::tokens:
        return tr("The model cannot distinguish tokens with equal rows.");
    case Lines::units:
        return tr("Units with equal weights have equal gradients and stay equal.");
    case Lines::inputs:
        return tr("The layer sees only the sum of such inputs.");
    }
    return {};
}

Text cause_of_zeros(Lines lines)
{
    switch (lines) {
    case Lines::tokens:
        return tr("Tokens with zero vectors look the same.");
    case Lines::units:
        return tr("Units without weights send no signal.");
    case Lines::inputs:
        return tr("The layer does not see inputs without weights.");
    }
    return {};
}

/// Returns whether all rows or all columns are equal, as in Mamba's A_log.
bool is_one_line(const RowNumbers& rows)
{
    return rows.repeated + 1 == rows.square_sums.size() || rows.repeated_columns + 1 == rows.columns;
}

/// Returns whether a weight is random. Rows added to a table may all be the mean of the others, and the twins scheme
/// repeats a unit.
bool is_drawn(const AuditedPlace& place, const Told& done)
{
    const AuditedPart& part = *place.part;
    return holds_numbers(place) && !done.contains(place.part) && part.rows && part.kind == TensorKind::weight
        && !part.is_new_rows() && !(part.expected && part.expected->draw.base->identical_units);
}

}   // namespace

void copied_lines(const Audit& audit, Told& done, std::vector<AuditFinding>& findings)
{
    Groups groups(audit);
    for (const AuditedPlace& place : places_of(audit)) {
        if (!is_drawn(place, done))
            continue;
        const RowNumbers& rows = *place.part->rows;
        const bool one_line = is_one_line(rows);
        if (one_line && !place.part->law)
            continue;
        const int pieces = one_line ? 1 : std::max(rows.row_shards, rows.column_shards);
        if (pieces > 1) {
            const Text what = rows.row_shards > 1 ? tr("its %1 blocks of rows are bitwise identical.", pieces)
                                                  : tr("its %1 blocks of columns are bitwise identical.", pieces);
            groups.add("repeated_shards", Severity::error, place, what.english(), what,
                tr("Every device initialized its shard with the same seed."),
                tr("Initialize the whole tensor and split it, or offset the seed on each device."));
        } else if (rows.repeated > 0) {
            const Text what = tr("rows that equal another row: %1 of %2.", rows.repeated, rows.square_sums.size());
            groups.add("equal_rows", Severity::error, place, what.english(), what,
                cause_of_copies(lines_of(*place.tensor, true)), tr("Initialize every row independently."));
        } else if (rows.repeated_columns > 0) {
            const Text what = tr("columns that equal another column: %1 of %2.", rows.repeated_columns, rows.columns);
            groups.add("equal_columns", Severity::error, place, what.english(), what,
                cause_of_copies(lines_of(*place.tensor, false)), tr("Initialize every column independently."));
        } else {
            continue;
        }
        done.insert(place.part);
    }
    groups.move_to(findings);
}

namespace {

Text equal_what() { return tr("they are bitwise identical."); }
Text equal_cause() { return tr("They were initialized with the same seed, or are one tensor under several names."); }
Text equal_fix() { return tr("Initialize each with a random stream of its own."); }

/// Without a recipe, a known distribution indicates random entries. Computed tables, such as sinusoidal positions, are
/// equal by design.
bool looks_drawn(const AuditedPart& part) { return part.nearest != "other" && !is_one_line(*part.rows); }

bool may_be_copied(const AuditedPlace& place, const Told& done)
{
    const AuditedPart& part = *place.part;
    return holds_numbers(place) && part.rows && part.kind == TensorKind::weight && part.unlike_any
        && !part.entries.constant() && !done.contains(place.part) && (part.law || looks_drawn(part))
        && !(part.expected && part.expected->draw.base->dependence == Dependence::fixed);
}

/// An output layer that equals the embedding may be tied to it.
bool is_table(const AuditedPlace& place)
{
    return place.tensor->understood.vocabulary || use_of(place.tensor->understood.role) == ParameterUse::head;
}

/// Reports packed tensors that are equal as a whole, by their names.
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
        AuditFinding found {"equal_tensors", Severity::error, {}, {}, equal_cause(), equal_fix()};
        found.tensors = tensor_names(audit, tensors);
        for (const AuditedTensor* tensor : tensors)
            for (const AuditedPart* part : tensor->judged())
                done.insert(part);
        found.message = joined({list_of(found.tensors), equal_what()}, ": ");
        findings.push_back(std::move(found));
    }
}

}   // namespace

void equal_tensors(const Audit& audit, Told& done, std::vector<AuditFinding>& findings)
{
    equal_packed(audit, done, findings);
    std::map<std::uint64_t, AuditedPlaces> alike;
    for (const AuditedPlace& place : places_of(audit))
        if (may_be_copied(place, done))
            alike[place.part->hash].push_back(place);
    std::map<std::vector<std::string>, AuditedPlaces> groups;   // the same set in every block is reported once
    for (const auto& [hash, places] : alike) {
        if (places.size() < 2 || std::ranges::all_of(places, is_table))
            continue;
        std::vector<std::string> patterns;
        for (const AuditedPlace& place : places)
            patterns.push_back(pattern_of(place));
        AuditedPlaces& all = groups[patterns];
        all.insert(all.end(), places.begin(), places.end());
    }
    for (const auto& [patterns, places] : groups) {
        findings.push_back(
            finding_of(audit, "equal_tensors", Severity::error, places, equal_what(), equal_cause(), equal_fix()));
        for (const AuditedPlace& place : places)
            done.insert(place.part);
    }
}

namespace {

void check_padding(const Audit& audit, const AuditedPlace& place, std::vector<AuditFinding>& findings)
{
    const AuditedPart& part = *place.part;
    const std::vector<double>& sums = part.rows->square_sums;
    const std::optional<std::uint64_t> padding = audit.understanding.padding_row;
    if (!place.tensor->understood.padded || !padding || *padding >= sums.size() || !part.doubts.empty())
        return;   // a deviation of the whole table is reported instead
    const double sum = sums[std::size_t(*padding)];
    if (sum != 0 && audit.verdict != AuditVerdict::trained)
        findings.push_back(finding_of(audit, "padding_row", Severity::error, {place},
            tr("row %1 belongs to the padding token and is not zero (RMS %2).", *padding,
                short_text(std::sqrt(sum / double(part.rows->columns)))),
            tr("The table was initialized again after the row had been set to 0."), tr("Set the row to 0 last.")));
}

}   // namespace

void dead_lines(const Audit& audit, Told& done, std::vector<AuditFinding>& findings)
{
    Groups groups(audit);
    for (const AuditedPlace& place : places_of(audit)) {
        if (!is_drawn(place, done))
            continue;
        const AuditedPart& part = *place.part;
        const RowNumbers& rows = *part.rows;
        check_padding(audit, place, findings);
        const bool drawn = part.law && part.law->below;
        if (const std::uint64_t dead = part.unexpected_dead; dead > 0 && drawn) {
            const Text what = tr("rows of zeros: %1 of %2.", dead, rows.square_sums.size());
            groups.add("dead_rows", Severity::error, place, what.english(), what,
                cause_of_zeros(lines_of(*place.tensor, true)), tr("Initialize every row."));
        } else if (rows.dead_columns > 0 && drawn && audit.verdict != AuditVerdict::trained) {
            const Text what = tr("columns of zeros: %1 of %2.", rows.dead_columns, rows.columns);
            groups.add("dead_columns", Severity::error, place, what.english(), what,
                cause_of_zeros(lines_of(*place.tensor, false)), tr("Initialize every column."));
        } else {
            continue;
        }
        done.insert(place.part);
    }
    groups.move_to(findings);
}

}   // namespace stepzero
