// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <map>

#include "core/audit/family_names.h"
#include "core/audit/finding_kinds.h"
#include "core/audit/scale_causes.h"
#include "core/diagnose/text.h"
#include "core/words/words.h"

namespace stepzero {

namespace {

void not_finite(const Audit& audit, Told& done, std::vector<AuditFinding>& findings)
{
    Places places;
    std::uint64_t entries = 0;
    for (const Place& place : places_of(audit))
        if (place.part->entries.not_finite > 0 && !done.contains(place.part)) {
            places.push_back(place);
            entries += place.part->entries.not_finite;
            done.insert(place.part);
        }
    if (!places.empty())
        findings.push_back(finding_of(audit, "not_finite", Severity::error, places,
            std::to_string(entries) + (entries == 1 ? " entry is" : " entries are") + " NaN or infinite.", {},
            "Look for a division by 0, or an overflow of a narrow format, where these are drawn."));
}

/// Both factors of an adapter are zeros: neither has a gradient.
void adapters(const Audit& audit, Told& done, std::vector<AuditFinding>& findings)
{
    std::map<std::string, Places> pairs;   // by what the two are factors of
    for (const Place& place : places_of(audit)) {
        std::string name = place.tensor->stored.name;
        const auto at = name.find("lora_");
        if (at == std::string::npos || at + 5 >= name.size() || !place.part->entries.constant()
            || place.part->entries.min != 0)
            continue;
        name.erase(at + 5, 1);   // A or B
        pairs[name].push_back(place);
    }
    Places places;
    for (const auto& pair : pairs)
        if (pair.second.size() > 1)
            for (const Place& place : pair.second) {
                places.push_back(place);
                done.insert(place.part);
            }
    if (!places.empty())
        findings.push_back(finding_of(audit, "adapter_zero", Severity::error, places, "both factors are zeros.",
            "∂L/∂A has the factor B, and ∂L/∂B the factor A: with both at 0 neither ever moves.",
            "Draw A (Kaiming uniform, a = √5) and leave B at 0."));
}

void constants(const Audit& audit, Told& done, std::vector<AuditFinding>& findings)
{
    Groups groups(audit);
    const bool trained = audit.verdict == AuditVerdict::trained;
    for (const Place& place : places_of(audit)) {
        const AuditedPart& part = *place.part;
        if (!holds_numbers(place) || done.contains(place.part) || part.entries.count < 2
            || (trained && (part.kind != TensorKind::weight || !part.entries.constant())))
            continue;
        const bool unexpected = part.law ? part.doubted(Doubt::constant) || (part.law->range && !part.doubts.empty())
                                         : part.entries.constant() && !part.expected && part.kind == TensorKind::weight
                && place.tensor->understood.vocabulary;
        if (!unexpected)
            continue;
        const bool constant = part.entries.constant();
        const std::string found = constant
            ? "every entry is " + short_text(part.entries.min)
            : "entries lie between " + short_text(part.entries.min) + " and " + short_text(part.entries.max);
        std::string what;
        if (part.law && part.law->range)
            what = found + "; the recipe has them between " + short_text(part.law->range->first) + " and "
                + short_text(part.law->range->second) + ".";
        else if (part.law && !part.law->below)
            what = found + "; the recipe has " + short_text(part.law->mean) + ".";
        else if (place.tensor->understood.vocabulary)
            what = "the whole table is " + short_text(part.entries.min) + ".";
        else
            what = "every entry is " + short_text(part.entries.min) + ", and the recipe draws them apart.";
        const bool hidden = constant && part.kind == TensorKind::weight;
        // What is one number for one reason is told once.
        groups.add("constant_tensor", Severity::error, place, constant ? found : what, what,
            hidden ? "Units with equal weights have equal gradients, and stay equal; zeros pass no signal."
                   : "The tensor was allocated, and not filled as the recipe has it.",
            "See that the tensor is drawn, on every device, and not only allocated.");
        done.insert(place.part);
    }
    groups.move_to(findings);
}

std::string expectation(const AuditedPart& part)
{
    const std::string number = short_text(part.law->std), &formula = part.expected->formula;
    return number + (formula.empty() || formula == number ? "" : " = " + formula);
}

/// An entry or two far out, of a tensor whose others are as the recipe has them.
bool has_few_strays(const AuditedPart& part)
{
    return part.has_strays(1e-2) && std::abs(std::log(part.tests->center_ratio)) < 0.1;
}

/// How entries that are no independent draws show.
std::string dependence(const AuditedPart& part)
{
    if (!part.doubted(Doubt::rows))
        return "its largest singular value is " + short_text(part.spectrum->largest_centred / *part.edge)
            + " times the edge of independent draws.";
    std::vector<double> sums = part.rows->square_sums;
    const auto longest = std::max_element(sums.begin(), sums.end());
    const auto row = longest - sums.begin();
    const double most = *longest;
    const auto median = sums.begin() + std::ptrdiff_t(sums.size() / 2);
    std::nth_element(sums.begin(), median, sums.end());
    return "the lengths of its rows spread further than those of independent draws: row " + std::to_string(row) + " is "
        + short_text(std::sqrt(most / std::max(*median, 1e-300))) + " times as long as the median.";
}

/// Of what follows a recipe, or of no recipe, in a file that was not trained.
void dependent_entries(const Audit& audit, Told& done, std::vector<AuditFinding>& findings)
{
    Groups groups(audit);
    for (const Place& place : places_of(audit)) {
        const AuditedPart& part = *place.part;
        if (part.verdict != AuditVerdict::deviates || done.contains(place.part) || !part.looks_trained())
            continue;
        const std::string what = dependence(part);
        groups.add("dependent_entries", part.law ? Severity::error : Severity::warning, place, what, what,
            "The other tensors of the file are independent draws; this one was trained, read from elsewhere, or "
            "changed "
            "after it was drawn.",
            "Look for what writes to the tensor, and draw it by its recipe.");
        done.insert(place.part);
    }
    groups.move_to(findings);
}

void entries(const Audit& audit, Told& done, std::vector<AuditFinding>& findings)
{
    Groups groups(audit);
    std::vector<double> ratios;   // that nothing explains, each of which is a finding
    std::vector<double> shifts;   // means over σ, the same
    const auto alike = [](double a, double b) { return std::abs(std::log(a / b)) < 0.06; };
    for (const Place& place : places_of(audit)) {
        const AuditedPart& part = *place.part;
        if (part.verdict != AuditVerdict::deviates || done.contains(place.part) || !part.tests)
            continue;
        const EntryTests& tests = *part.tests;
        const EntryNumbers& numbers = part.entries;
        if (has_few_strays(part)) {
            const double far = std::max(numbers.max - numbers.mean, numbers.mean - numbers.min);
            const double end = numbers.max - numbers.mean > numbers.mean - numbers.min ? numbers.max : numbers.min;
            groups.add("stray_values", Severity::error, place, short_text(end),
                "an entry is " + short_text(end) + ", " + short_text(far / part.law->std)
                    + " σ out, where the recipe's σ is " + expectation(part) + ".",
                "The sampler returns the end of its range now and then, as truncated normal laws that are drawn in a "
                "narrow format do.",
                "Draw in float32, then round.");
        } else if (part.doubted(Doubt::std)) {
            const std::optional<ScaleCause> cause = cause_of_scale(part, *place.tensor, audit.understanding);
            if (!cause && std::none_of(ratios.begin(), ratios.end(), [&](double r) { return alike(r, tests.ratio); }))
                ratios.push_back(tests.ratio);
            const auto same
                = std::find_if(ratios.begin(), ratios.end(), [&](double r) { return alike(r, tests.ratio); });
            const std::string what = "σ is " + short_text(numbers.std) + ", the recipe says " + expectation(part)
                + "; the ratio is " + short_text(tests.ratio) + ".";
            groups.add("std_ratio", Severity::error, place, cause ? cause->id : "ratio " + short_text(*same), what,
                cause ? cause->cause : "No other recipe that is known here gives this σ.", cause ? cause->fix : "");
        } else if (part.doubted(Doubt::mean)) {
            const double shift = (numbers.mean - part.law->mean) / numbers.std;
            const auto near
                = std::ranges::find_if(shifts, [&](double s) { return std::abs(s - shift) < 0.2 * std::abs(s); });
            const std::string key = short_text(near == shifts.end() ? shifts.emplace_back(shift) : *near);
            groups.add("mean_shift", Severity::error, place, key,
                "the mean is " + short_text(numbers.mean) + ", " + short_text(shift) + " σ off what the recipe says.",
                "All units share what a mean passes on.", "Subtract it, or draw by a law of the recipe's mean.");
        } else if (part.doubted(Doubt::law)) {
            groups.add("other_law", Severity::warning, place, part.nearest,
                "σ is right, but the law is "
                    + (part.nearest == "other" || part.nearest == part.law->word ? "another" : part.nearest)
                    + ", and the recipe's is " + part.law->word + " (they differ in " + percent_text(tests.distance)
                    + " of the entries).",
                "", "Draw by the recipe's law, or name the one that is meant.");
        } else if (part.doubted(Doubt::extremes)) {
            groups.add("other_law", Severity::warning, place, "tails", "its tails reach further than the recipe's law.",
                "", "Draw by the recipe's law, or name the one that is meant.");
        } else {
            continue;
        }
        done.insert(place.part);
    }
    // A depth scaling that one matrix lacks and another has stands on the wrong one.
    const std::pair<std::string, std::string> lacks {"std_ratio", "no_depth_scaling"},
        has {"std_ratio", "misplaced_depth_scaling"};
    if (groups.has(lacks.first, lacks.second) && groups.has(has.first, has.second)) {
        groups.join(has, lacks);
        groups.tell(lacks, "The depth scaling stands on the wrong matrix.",
            "Scale the matrix that writes to the residual stream, and no other.");
    }
    groups.move_to(findings);
}

/// Of a trained model: weights that still are what they were drawn as.
void trained(const Audit& audit, std::vector<AuditFinding>& findings)
{
    Places first, moved;
    constexpr std::uint64_t telling = 4096;
    for (const Place& place : places_of(audit)) {
        const AuditedPart& part = *place.part;
        if (part.kind != TensorKind::weight || !part.rows || part.entries.count < telling)
            continue;
        if (part.verdict == AuditVerdict::trained)
            moved.push_back(place);
        else if (!part.entries.constant() && part.rows->square_sums.size() >= 16 && part.rows->columns >= 16)
            first.push_back(place);
    }
    std::size_t rows = 0, values = 0;
    for (const Place& place : moved) {
        rows += place.part->doubted(Doubt::rows) ? 1 : 0;
        values += place.part->doubted(Doubt::singular) ? 1 : 0;
    }
    findings.push_back(finding_of(audit, "trained", Severity::note, moved,
        "these weights have been trained: in " + std::to_string(rows) + " of " + std::to_string(moved.size())
            + " row lengths spread more than those of independent draws, in " + std::to_string(values)
            + " a singular value stands out.",
        "A recipe speaks of first values, so scales are not judged here."));
    if (!first.empty())
        findings.push_back(finding_of(audit, "untrained_tensors", Severity::error, first,
            "in a trained model these still are independent draws.",
            "The loader did not find them, and left what the constructor had drawn.",
            "See what the loader says of missing keys, and map their names."));
}

/// Rows of a trained vocabulary that are as long as the recipe draws them.
void first_rows(const Audit& audit, std::vector<AuditFinding>& findings)
{
    for (const Place& place : places_of(audit)) {
        const AuditedPart& part = *place.part;
        if (!place.tensor->understood.vocabulary || part.verdict != AuditVerdict::trained || !part.rows || !part.law
            || !part.law->below)
            continue;
        const double square = part.law->std * part.law->std, columns = double(part.rows->columns);
        const double width = 3 * std::sqrt((part.law->kurtosis - 1) / columns);
        std::vector<std::size_t> rows;
        std::size_t beside = 0;   // rows as near to that length, on either side
        const std::vector<double>& sums = part.rows->square_sums;
        for (std::size_t row = 0; row < sums.size(); ++row) {
            const double off = std::abs(sums[row] / columns / square - 1);
            if (off < width)
                rows.push_back(row);
            else if (off < 2 * width)
                ++beside;
        }
        // Rows that have come to this length by training lie about it as well.
        if (rows.size() < 3 * beside + 3 || 2 * rows.size() > sums.size())
            continue;
        std::string list;
        for (std::size_t i = 0; i < std::min<std::size_t>(rows.size(), 10); ++i)
            list += (i > 0 ? ", " : "") + std::to_string(rows[i]);
        findings.push_back(finding_of(audit, "first_rows", Severity::note, {place},
            "still as long as the recipe draws them: " + std::to_string(rows.size()) + " of "
                + std::to_string(sums.size()) + " rows, " + list + (rows.size() > 10 ? ", …" : "") + "."));
    }
}

/// Parts drawn as one matrix, as the recipe has it, whose scheme counts fans.
void packed(const Audit& audit, std::vector<AuditFinding>& findings)
{
    Groups groups(audit);
    for (const Place& place : places_of(audit)) {
        const AuditedPart& part = *place.part;
        if (place.tensor->parts.empty() || !part.expected || !part.law || !part.law->below
            || part.verdict != AuditVerdict::follows)
            continue;
        const double apart = std::sqrt(law_of(part.expected->draw_with(part.shape), part.shape, Role::weight).variance);
        const double ratio = part.law->std / apart;
        if (std::abs(std::log(ratio)) < 0.02)
            continue;
        groups.add("packed_fans", Severity::note, place, short_text(ratio),
            "σ is " + short_text(part.entries.std)
                + ", as the recipe has it for all parts drawn as one matrix; drawn "
                  "apart each would have "
                + short_text(apart) + ".",
            "The scheme counts the outputs of all parts.", "Draw each part as a matrix of its own.");
    }
    groups.move_to(findings);
}

/// All tensors have another σ than the config says: one finding, and they are judged by the one that they have.
void other_number(const Audit& audit, std::vector<AuditFinding>& findings)
{
    const std::optional<FreeNumber>& free = audit.understanding.free;
    if (!free || !free->fitted || free->key.empty() || audit.verdict == AuditVerdict::trained)
        return;
    AuditFinding found {"base_std", Severity::error, {}, {}, {}, {}};
    Places places;
    for (const Place& place : places_of(audit))
        if (place.part->kind == TensorKind::weight && place.part->law && place.part->law->below
            && place.part->verdict == AuditVerdict::follows)
            places.push_back(place);
    found.tensors = names_of(audit, places);
    found.message = std::to_string(free->agreeing) + " of " + std::to_string(free->drawn) + " tensors agree on "
        + free->symbol() + " = " + short_text(*free->fitted) + ", and " + free->key + " of the config is "
        + short_text(free->value) + ".";
    found.cause = "The model was initialized with another number than its config states.";
    found.fix = "Initialize by the config, or correct it.";
    findings.push_back(std::move(found));
}

void unknown_names(const Audit& audit, std::vector<AuditFinding>& findings)
{
    const std::vector<std::string>& names = audit.understanding.unknown;
    if (names.empty() || !audit.understanding.family)
        return;
    AuditFinding found {"unknown_tensors", Severity::note, names, {}, {}, {}};
    found.message = told(names) + ": " + audit.understanding.family->label + " has no tensor of "
        + (names.size() == 1 ? "this name" : "these names") + ".";
    findings.push_back(std::move(found));
}

void training_states(const Audit& audit, std::vector<AuditFinding>& findings)
{
    AuditFinding found {"training_state", Severity::note, {}, {}, {}, {}};
    for (const AuditedTensor& tensor : audit.tensors)
        if (const std::string& pattern = tensor.understood.pattern; tensor.understood.role == training_state_role
            && std::ranges::find(found.tensors, pattern) == found.tensors.end())
            found.tensors.push_back(pattern);
    if (found.tensors.empty())
        return;
    found.message
        = told(found.tensors) + ": the state of an optimizer or averaged copies of the weights; they are not judged.";
    findings.push_back(std::move(found));
}

}   // namespace

std::vector<AuditFinding> audit_findings(const Audit& audit)
{
    std::vector<AuditFinding> findings;
    Told done;
    uninitialized(audit, done, findings);
    not_finite(audit, done, findings);
    adapters(audit, done, findings);
    constants(audit, done, findings);
    copied_lines(audit, done, findings);
    equal_tensors(audit, done, findings);
    dead_lines(audit, done, findings);
    if (audit.verdict == AuditVerdict::trained) {
        trained(audit, findings);
        first_rows(audit, findings);
    } else {
        unlike_siblings(audit, done, findings);
        dependent_entries(audit, done, findings);
        entries(audit, done, findings);
        packed(audit, findings);
        other_number(audit, findings);
    }
    unknown_names(audit, findings);
    training_states(audit, findings);
    std::stable_sort(findings.begin(), findings.end(),
        [](const AuditFinding& a, const AuditFinding& b) { return a.severity > b.severity; });
    return findings;
}

}   // namespace stepzero
