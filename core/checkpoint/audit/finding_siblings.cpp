// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <map>

#include "core/base/words/words.h"
#include "core/checkpoint/audit/finding_kinds.h"
#include "core/diagnose/text.h"

namespace stepzero {

namespace {

Text other_cause()
{
    return tr("Tensors with the same name and shape are initialized identically in every block, unless a recipe scales "
              "them by depth.");
}
Text other_fix() { return tr("Look for the code that initializes or changes this tensor."); }

/// Tensors without a recipe, by name and shape.
using Siblings = std::map<std::pair<std::string, std::vector<std::uint64_t>>, AuditedPlaces>;

bool is_judged(const AuditedPlace& place, const Told& done)
{
    const AuditedPart& part = *place.part;
    return holds_numbers(place) && !done.contains(place.part) && !part.law && !part.expected && !part.is_new_rows()
        && part.entries.finite() > 1 && (part.kind == TensorKind::weight || part.kind == TensorKind::scale);
}

Siblings siblings_of(const Audit& audit, const Told& done)
{
    Siblings all;
    for (const AuditedPlace& place : places_of(audit))
        if (is_judged(place, done))
            all[{pattern_of(place), place.tensor->stored.shape}].push_back(place);
    return all;
}

/// Returns the value of a constant tensor; absent when its entries differ.
std::optional<double> number_of(const AuditedPlace& place)
{
    const EntryNumbers& entries = place.part->entries;
    return entries.constant() ? std::optional(entries.min) : std::nullopt;
}

/// Returns the value of at least two thirds of them. For two that differ, returns the value of most scales in the file.
std::optional<std::optional<double>> usual_number(const AuditedPlaces& places, std::optional<double> of_scales)
{
    std::map<std::optional<double>, std::size_t> counts;
    for (const AuditedPlace& place : places)
        ++counts[number_of(place)];
    for (const auto& [number, count] : counts)
        if (3 * count >= 2 * places.size())
            return number;
    if (places.size() == 2 && of_scales && counts.contains(of_scales))
        return of_scales;
    return std::nullopt;
}

/// Returns the value of at least three quarters of all multiplicative vectors, usually 1.
std::optional<double> number_of_scales(const Siblings& all)
{
    std::map<double, std::size_t> counts;
    std::size_t scales = 0;
    for (const auto& [key, places] : all)
        for (const AuditedPlace& place : places)
            if (place.part->kind == TensorKind::scale) {
                ++scales;
                if (const std::optional<double> number = number_of(place))
                    ++counts[*number];
            }
    for (const auto& [number, count] : counts)
        if (scales >= 4 && 4 * count >= 3 * scales)
            return number;
    return std::nullopt;
}

/// Describes how a tensor differs from the others, which are constant or random.
Text difference_text(std::optional<double> number, std::optional<double> usual)
{
    if (!number)
        return tr("its entries differ, but every entry of the other tensors of this name is %1.", short_text(*usual));
    if (!usual)
        return tr("every entry is %1, but the other tensors of this name are random.", short_text(*number));
    return tr("every entry is %1, but %2 in the other tensors of this name.", short_text(*number), short_text(*usual));
}

void constants(const Siblings& all, Told& done, Groups& groups)
{
    const std::optional<double> of_scales = number_of_scales(all);
    for (const auto& [key, places] : all) {
        if (places.size() < 2)
            continue;
        const bool scales = places.front().part->kind == TensorKind::scale;
        const auto usual = usual_number(places, scales ? of_scales : std::nullopt);
        if (!usual)
            continue;
        for (const AuditedPlace& place : places) {
            const std::optional<double> number = number_of(place);
            if (number == *usual)
                continue;
            const Text what = difference_text(number, *usual);
            groups.add("unlike_siblings", Severity::warning, place, what.english(), what, other_cause(), other_fix());
            done.insert(place.part);
        }
    }
}

/// Reports tensors whose standard deviation stands out from the spread of the others.
void scales(const Siblings& all, Told& done, Groups& groups)
{
    constexpr double least = 0.588;   // ln 1.8
    constexpr double apart = 5;   // multiple of the spread of two thirds of them
    for (const auto& [key, places] : all) {
        std::vector<double> logs;
        for (const AuditedPlace& place : places)
            if (!place.part->entries.constant() && place.part->rows)
                logs.push_back(std::log(place.part->entries.std));
        if (logs.size() < 3)
            continue;
        std::ranges::nth_element(logs, logs.begin() + std::ptrdiff_t(logs.size() / 2));
        const double median = logs[logs.size() / 2];
        for (double& log : logs)
            log = std::abs(log - median);
        std::ranges::sort(logs);
        const double usual = logs[(2 * logs.size() + 2) / 3 - 1];
        for (const AuditedPlace& place : places) {
            const EntryNumbers& entries = place.part->entries;
            if (entries.constant() || !place.part->rows || done.contains(place.part) || place.part->strays
                || place.part->looks_trained())
                continue;
            const double off = std::log(entries.std) - median;
            const double error
                = std::sqrt(std::max(entries.kurtosis.value_or(3) - 1, 0.1) / 4 / double(entries.finite()));
            if (std::abs(off) < std::max(least, apart * (usual + error)))
                continue;
            const Text what = tr("σ is %1, but %2 in the other tensors of this name; the ratio is %3.",
                short_text(entries.std), short_text(std::exp(median)), short_text(std::exp(off)));
            groups.add("unlike_siblings", Severity::warning, place, what.english(), what, other_cause(), other_fix());
            done.insert(place.part);
        }
    }
}

/// Returns whether most outliers of a matrix lie in one row.
bool is_row(const AuditedPart& part)
{
    constexpr double of_a_few = 3;
    const double far = std::max(part.entries.max - part.entries.mean, part.entries.mean - part.entries.min);
    return part.rows && std::ranges::max(part.rows->square_sums) > of_a_few * far * far;
}

void strays(const Siblings& all, Told& done, Groups& groups)
{
    for (const auto& [key, places] : all)
        for (const AuditedPlace& place : places) {
            const std::optional<Strays>& found = place.part->strays;
            if (!found || done.contains(place.part) || is_row(*place.part))
                continue;
            groups.add("stray_values", Severity::warning, place, short_text(found->furthest),
                tr("an entry is %1, which is %2 σ from the median; the other entries have σ = %3.",
                    short_text(found->furthest), short_text(found->sigmas), short_text(found->std)),
                tr("It was changed after initialization, or the sampler occasionally returns an endpoint of its "
                   "range."),
                other_fix());
            done.insert(place.part);
        }
}

/// Reports rows or columns of zeros that not all siblings have. One row may be that of padding.
void zeros(const Siblings& all, Told& done, Groups& groups)
{
    constexpr std::uint64_t narrow = 8;
    for (const auto& [key, places] : all) {
        const auto lines = [](const AuditedPlace& place) {
            const std::optional<RowNumbers>& rows = place.part->rows;
            return rows ? std::max(rows->dead, rows->dead_columns) : 0;
        };
        const bool by_design = places.size() > 1
            && std::ranges::all_of(
                places, [&, due = lines(places.front())](const AuditedPlace& place) { return lines(place) == due; });
        for (const AuditedPlace& place : places) {
            if (done.contains(place.part) || place.part->entries.constant() || lines(place) < 2 || by_design
                || place.part->kind != TensorKind::weight)
                continue;
            const RowNumbers& rows = *place.part->rows;
            const bool by_row = rows.dead >= rows.dead_columns;
            const std::size_t count = rows.square_sums.size();
            if ((by_row ? rows.columns : count) < narrow)
                continue;
            const Text what = by_row ? tr("rows of zeros: %1 of %2.", rows.dead, count)
                                     : tr("columns of zeros: %1 of %2.", rows.dead_columns, rows.columns);
            groups.add(by_row ? "dead_rows" : "dead_columns", Severity::warning, place, what.english(), what,
                tr("Units without weights send no signal."),
                by_row ? tr("Initialize every row.") : tr("Initialize every column."));
            done.insert(place.part);
        }
    }
}

}   // namespace

void unlike_siblings(const Audit& audit, Told& done, std::vector<AuditFinding>& findings)
{
    Groups groups(audit);
    const Siblings all = siblings_of(audit, done);
    constants(all, done, groups);
    zeros(all, done, groups);
    scales(all, done, groups);
    strays(all, done, groups);
    groups.move_to(findings);
}

}   // namespace stepzero
