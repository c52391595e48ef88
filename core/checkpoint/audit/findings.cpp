// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <map>

#include "core/base/words/words.h"
#include "core/checkpoint/audit/family_names.h"
#include "core/checkpoint/audit/finding_kinds.h"
#include "core/checkpoint/audit/scale_causes.h"
#include "core/diagnose/text.h"

namespace stepzero {

namespace {

void not_finite(const Audit& audit, Told& done, std::vector<AuditFinding>& findings)
{
    AuditedPlaces places;
    std::uint64_t entries = 0;
    for (const AuditedPlace& place : places_of(audit))
        if (place.part->entries.not_finite > 0 && !done.contains(place.part)) {
            places.push_back(place);
            entries += place.part->entries.not_finite;
            done.insert(place.part);
        }
    if (!places.empty())
        findings.push_back(finding_of(audit, "not_finite", Severity::error, places,
            tr("%1 {entry is|entries are} NaN or infinite.", entries), {},
            tr("Look for a division by 0, or an overflow of a narrow format, in the initialization.")));
}

/// Reports adapters whose factors are both zero: neither has a gradient.
void adapters(const Audit& audit, Told& done, std::vector<AuditFinding>& findings)
{
    std::map<std::string, AuditedPlaces> pairs;   // by the name common to both factors
    for (const AuditedPlace& place : places_of(audit)) {
        std::string name = place.tensor->stored.name;
        const auto at = name.find("lora_");
        if (at == std::string::npos || at + 5 >= name.size() || !place.part->entries.constant()
            || place.part->entries.min != 0)
            continue;
        name.erase(at + 5, 1);   // A or B
        pairs[name].push_back(place);
    }
    AuditedPlaces places;
    for (const auto& pair : pairs)
        if (pair.second.size() > 1)
            for (const AuditedPlace& place : pair.second) {
                places.push_back(place);
                done.insert(place.part);
            }
    if (!places.empty())
        findings.push_back(finding_of(audit, "adapter_zero", Severity::error, places, tr("both factors are 0."),
            tr("∂L/∂A is proportional to B, and ∂L/∂B to A, so neither factor ever moves."),
            tr("Initialize A (Kaiming uniform, a = √5) and leave B at 0.")));
}

void constants(const Audit& audit, Told& done, std::vector<AuditFinding>& findings)
{
    Groups groups(audit);
    const bool trained = audit.verdict == AuditVerdict::trained;
    for (const AuditedPlace& place : places_of(audit)) {
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
        const std::string low = short_text(part.entries.min), high = short_text(part.entries.max);
        const Text found = constant ? tr("every entry is %1", low) : tr("entries lie between %1 and %2", low, high);
        Text what;
        if (part.law && part.law->range)
            what = tr("%1; the recipe has values between %2 and %3.", found, short_text(part.law->range->first),
                short_text(part.law->range->second));
        else if (part.law && !part.law->below)
            what = tr("%1; the recipe has %2.", found, short_text(part.law->mean));
        else if (place.tensor->understood.vocabulary)
            what = tr("every entry of the table is %1.", low);
        else
            what = tr("every entry is %1; the recipe has random entries.", low);
        const bool hidden = constant && part.kind == TensorKind::weight;
        // A constant tensor is reported once per reason.
        groups.add("constant_tensor", Severity::error, place, (constant ? found : what).english(), what,
            hidden ? tr("Units with equal weights have equal gradients and stay equal; zeros pass no signal.")
                   : tr("The tensor was allocated but not initialized by the recipe."),
            tr("Initialize the tensor on every device."));
        done.insert(place.part);
    }
    groups.move_to(findings);
}

Text use_distribution() { return tr("Use the recipe's distribution, or choose the intended recipe."); }

std::string expectation(const AuditedPart& part)
{
    const std::string number = short_text(part.law->std), &formula = part.expected->formula;
    return number + (formula.empty() || formula == number ? "" : " = " + formula);
}

/// Returns whether one or two entries lie far out in a tensor that otherwise follows the recipe.
bool has_few_strays(const AuditedPart& part)
{
    return part.has_strays(1e-2) && std::abs(std::log(part.tests->center_ratio)) < 0.1;
}

/// Describes the evidence for dependent entries.
Text dependence(const AuditedPart& part)
{
    if (!part.doubted(Doubt::rows))
        return tr("its largest singular value is %1 times the largest expected for independent entries.",
            short_text(part.spectrum->largest_centred / *part.edge));
    std::vector<double> sums = part.rows->square_sums;
    const auto longest = std::max_element(sums.begin(), sums.end());
    const auto row = longest - sums.begin();
    const double most = *longest;
    const auto median = sums.begin() + std::ptrdiff_t(sums.size() / 2);
    std::nth_element(sums.begin(), median, sums.end());
    return tr("its row norms differ more than those of independent entries: row %1 has %2 times the median norm.", row,
        short_text(std::sqrt(most / std::max(*median, 1e-300))));
}

/// Reports dependent entries of tensors that follow a recipe or have none, in a file that is not trained.
void dependent_entries(const Audit& audit, Told& done, std::vector<AuditFinding>& findings)
{
    Groups groups(audit);
    for (const AuditedPlace& place : places_of(audit)) {
        const AuditedPart& part = *place.part;
        if (part.verdict != AuditVerdict::deviates || done.contains(place.part) || !part.looks_trained())
            continue;
        const Text what = dependence(part);
        groups.add("dependent_entries", part.law ? Severity::error : Severity::warning, place, what.english(), what,
            tr("The other tensors of the file have independent entries. This one was trained, loaded from elsewhere, "
               "or changed after initialization."),
            tr("Look for the code that writes to the tensor, and initialize it with its recipe."));
        done.insert(place.part);
    }
    groups.move_to(findings);
}

/// Groups parts whose entries deviate from the recipe by what deviates.
class EntryFindings {
public:
    explicit EntryFindings(const Audit& audit) : audit_(audit), groups_(audit) { }

    /// Returns whether the part has such a finding.
    bool add(const AuditedPlace& place)
    {
        const AuditedPart& part = *place.part;
        if (has_few_strays(part))
            add_strays(place);
        else if (part.doubted(Doubt::std))
            add_scale(place);
        else if (part.doubted(Doubt::mean))
            add_mean(place);
        else if (part.doubted(Doubt::law))
            add_law(place);
        else if (part.doubted(Doubt::extremes))
            groups_.add("other_law", Severity::warning, place, "tails",
                tr("its tails reach further than those of the recipe's distribution."), {}, use_distribution());
        else
            return false;
        return true;
    }

    void move_to(std::vector<AuditFinding>& findings)
    {
        // When one matrix lacks depth scaling and another has it unexpectedly, the scaling was applied to the wrong
        // one.
        const std::pair<std::string, std::string> lacks {"std_ratio", "no_depth_scaling"},
            has {"std_ratio", "misplaced_depth_scaling"};
        if (groups_.has(lacks.first, lacks.second) && groups_.has(has.first, has.second)) {
            groups_.join(has, lacks);
            groups_.explain(lacks, tr("The depth scaling is applied to the wrong matrix."),
                tr("Scale only the matrix that writes to the residual stream."));
        }
        groups_.move_to(findings);
    }

private:
    void add_strays(const AuditedPlace& place)
    {
        const AuditedPart& part = *place.part;
        const EntryNumbers& numbers = part.entries;
        const double far = std::max(numbers.max - numbers.mean, numbers.mean - numbers.min);
        const double end = numbers.max - numbers.mean > numbers.mean - numbers.min ? numbers.max : numbers.min;
        groups_.add("stray_values", Severity::error, place, short_text(end),
            tr("an entry is %1, which is %2 σ from the mean; the recipe's σ is %3.", short_text(end),
                short_text(far / part.law->std), expectation(part)),
            tr("The sampler occasionally returns an endpoint of its range, as truncated normal samplers in a "
               "narrow format do."),
            tr("Sample in float32, then round."));
    }

    void add_scale(const AuditedPlace& place)
    {
        const AuditedPart& part = *place.part;
        const double ratio = part.tests->ratio;
        const std::optional<ScaleCause> cause = cause_of_scale(part, *place.tensor, audit_.understanding);
        const auto alike = [&](double other) { return std::abs(std::log(other / ratio)) < 0.06; };
        if (!cause && std::ranges::none_of(ratios_, alike))
            ratios_.push_back(ratio);
        const Text what = tr("σ is %1 instead of %2; the ratio is %3.", short_text(part.entries.std), expectation(part),
            short_text(ratio));
        groups_.add("std_ratio", Severity::error, place,
            cause ? cause->id : "ratio " + short_text(*std::ranges::find_if(ratios_, alike)), what,
            cause ? cause->cause : tr("No known recipe gives this σ."), cause ? cause->fix : Text());
    }

    void add_mean(const AuditedPlace& place)
    {
        const AuditedPart& part = *place.part;
        const double shift = (part.entries.mean - part.law->mean) / part.entries.std;
        const auto near
            = std::ranges::find_if(shifts_, [&](double s) { return std::abs(s - shift) < 0.2 * std::abs(s); });
        const std::string key = short_text(near == shifts_.end() ? shifts_.emplace_back(shift) : *near);
        groups_.add("mean_shift", Severity::error, place, key,
            tr("the mean is %1, which is %2 σ from the recipe's.", short_text(part.entries.mean), short_text(shift)),
            tr("A nonzero mean adds the same signal to every unit."),
            tr("Subtract the mean, or use a distribution with the recipe's mean."));
    }

    void add_law(const AuditedPlace& place)
    {
        const AuditedPart& part = *place.part;
        const std::string share = percent_text(part.tests->distance);
        groups_.add("other_law", Severity::warning, place, part.nearest,
            part.nearest == "other" || part.nearest == part.law->word
                ? tr("σ is right, but the distribution is not the recipe's: %1 (they differ in %2 of the entries).",
                    Text::whole(part.law->word), share)
                : tr("σ is right, but the distribution is %1 instead of %2 (they differ in %3 of the entries).",
                    Text::whole(part.nearest), Text::whole(part.law->word), share),
            {}, use_distribution());
    }

    const Audit& audit_;
    Groups groups_;
    std::vector<double> ratios_, shifts_;   // unexplained ratios, and means over σ; each is one finding
};

void entries(const Audit& audit, Told& done, std::vector<AuditFinding>& findings)
{
    EntryFindings found(audit);
    for (const AuditedPlace& place : places_of(audit)) {
        const AuditedPart& part = *place.part;
        if (part.verdict == AuditVerdict::deviates && !done.contains(place.part) && part.tests && found.add(place))
            done.insert(place.part);
    }
    found.move_to(findings);
}

/// Reports weights of a trained model that are still as initialized.
void trained(const Audit& audit, std::vector<AuditFinding>& findings)
{
    AuditedPlaces first, moved;
    constexpr std::uint64_t telling = 4096;
    for (const AuditedPlace& place : places_of(audit)) {
        const AuditedPart& part = *place.part;
        if (part.kind != TensorKind::weight || !part.rows || part.entries.count < telling)
            continue;
        if (part.verdict == AuditVerdict::trained)
            moved.push_back(place);
        else if (!part.entries.constant() && part.rows->square_sums.size() >= 16 && part.rows->columns >= 16)
            first.push_back(place);
    }
    std::size_t rows = 0, values = 0;
    for (const AuditedPlace& place : moved) {
        rows += place.part->doubted(Doubt::rows) ? 1 : 0;
        values += place.part->doubted(Doubt::singular) ? 1 : 0;
    }
    findings.push_back(finding_of(audit, "trained", Severity::note, moved,
        tr("these weights have been trained. Row norms differ more than those of independent entries in %1 of %2 "
           "tensors, and a singular value is an outlier in %3.",
            rows, moved.size(), values),
        tr("A recipe describes initial values, so the scales are not checked.")));
    if (!first.empty())
        findings.push_back(finding_of(audit, "untrained_tensors", Severity::error, first,
            tr("these tensors still have their initial values, although the model is trained."),
            tr("The loader did not find them and left the constructor's values."),
            tr("Look for missing keys in the loader's output, and map their names.")));
}

/// Reports rows of a trained vocabulary that still have the length of the recipe's initialization.
void first_rows(const Audit& audit, std::vector<AuditFinding>& findings)
{
    for (const AuditedPlace& place : places_of(audit)) {
        const AuditedPart& part = *place.part;
        if (!place.tensor->understood.vocabulary || part.verdict != AuditVerdict::trained || !part.rows || !part.law
            || !part.law->below)
            continue;
        const double square = part.law->std * part.law->std, columns = double(part.rows->columns);
        const double width = 3 * std::sqrt((part.law->kurtosis - 1) / columns);
        std::vector<std::size_t> rows;
        std::size_t beside = 0;   // rows equally close to that length on either side
        const std::vector<double>& sums = part.rows->square_sums;
        for (std::size_t row = 0; row < sums.size(); ++row) {
            const double off = std::abs(sums[row] / columns / square - 1);
            if (off < width)
                rows.push_back(row);
            else if (off < 2 * width)
                ++beside;
        }
        // Rows that reached this length by training would also surround it.
        if (rows.size() < 3 * beside + 3 || 2 * rows.size() > sums.size())
            continue;
        std::string list;
        for (std::size_t i = 0; i < std::min<std::size_t>(rows.size(), 10); ++i)
            list += (i > 0 ? ", " : "") + std::to_string(rows[i]);
        findings.push_back(finding_of(audit, "first_rows", Severity::note, {place},
            tr("%1 of %2 rows still have their initial norm: %3.", rows.size(), sums.size(),
                list + (rows.size() > 10 ? ", …" : ""))));
    }
}

/// Reports packed parts that were initialized as one matrix as the recipe states, if its scheme depends on fans.
void packed(const Audit& audit, std::vector<AuditFinding>& findings)
{
    Groups groups(audit);
    for (const AuditedPlace& place : places_of(audit)) {
        const AuditedPart& part = *place.part;
        if (place.tensor->parts.empty() || !part.expected || !part.law || !part.law->below
            || part.verdict != AuditVerdict::follows)
            continue;
        const double apart = std::sqrt(law_of(part.expected->draw_with(part.shape), part.shape, Role::weight).variance);
        const double ratio = part.law->std / apart;
        if (std::abs(std::log(ratio)) < 0.02)
            continue;
        groups.add("packed_fans", Severity::note, place, short_text(ratio),
            tr("σ is %1, the recipe's value for all parts in one matrix; separate matrices would have σ = %2.",
                short_text(part.entries.std), short_text(apart)),
            tr("The scheme counts the outputs of all parts."), tr("Initialize each part as a separate matrix."));
    }
    groups.move_to(findings);
}

/// Reports when all tensors have a different σ than the config states. This is one finding; tensors are judged by the
/// fitted σ.
void other_number(const Audit& audit, std::vector<AuditFinding>& findings)
{
    const std::optional<FreeNumber>& free = audit.understanding.free;
    if (!free || !free->fitted || free->key.empty() || audit.verdict == AuditVerdict::trained)
        return;
    AuditFinding found {"base_std", Severity::error, {}, {}, {}, {}};
    AuditedPlaces places;
    for (const AuditedPlace& place : places_of(audit))
        if (place.part->kind == TensorKind::weight && place.part->law && place.part->law->below
            && place.part->verdict == AuditVerdict::follows)
            places.push_back(place);
    found.tensors = names_of(audit, places);
    found.message = tr("%1 of %2 tensors agree on %3 = %4, but the config has %5 = %6.", free->agreeing, free->drawn,
        free->symbol(), short_text(*free->fitted), free->key, short_text(free->value));
    found.cause = tr("The model was initialized with a different number than its config states.");
    found.fix = tr("Initialize with the config's number, or correct the config.");
    findings.push_back(std::move(found));
}

void unknown_names(const Audit& audit, std::vector<AuditFinding>& findings)
{
    const std::vector<std::string>& names = audit.understanding.unknown;
    if (names.empty() || !audit.understanding.family)
        return;
    AuditFinding found {"unknown_tensors", Severity::note, names, {}, {}, {}};
    found.message = names.size() == 1
        ? tr("%1: %2 has no tensor of this name.", list_of(names), audit.understanding.family->label)
        : tr("%1: %2 has no tensors of these names.", list_of(names), audit.understanding.family->label);
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
        = tr("%1: optimizer state or averaged copies of the weights, which are not checked.", list_of(found.tensors));
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
