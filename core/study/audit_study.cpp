// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/audit_study.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

namespace stepzero {

namespace {

std::string with_part(const std::string& name, const AuditedTensor& tensor, const AuditedPart& part)
{
    return name + (tensor.parts.empty() ? "" : " (" + part.role + ")");
}

std::optional<std::size_t> first_choice(const AuditStudy& study)
{
    std::optional<std::size_t> best;
    const AuditFinding* gravest = nullptr;
    for (std::size_t place = 0; place < study.places.size(); ++place) {
        const AuditFinding* finding = study.finding_of(place);
        if (!finding || finding->severity == Severity::note)
            continue;
        const bool graver = !gravest || finding < gravest;   // findings are ordered by severity
        if (graver || (finding == gravest && study.deviation(place) > study.deviation(*best))) {
            best = place;
            gravest = finding;
        }
    }
    if (best)
        return best;
    const auto weight = [&](std::size_t place) {
        const AuditedPart& part = study.part(place);
        return part.kind == TensorKind::weight ? part.entries.count : 0;
    };
    for (std::size_t place = 0; place < study.places.size(); ++place)
        if (!best || weight(place) > weight(*best))
            best = place;
    return best;
}

AuditStudyPtr changed(const AuditStudy& study, const std::function<void(AuditStudy&)>& edit)
{
    auto other = std::make_shared<AuditStudy>(study);
    edit(*other);
    return other;
}

}   // namespace

const AuditedTensor& AuditStudy::tensor(std::size_t place) const { return audit->tensors[places[place].tensor]; }

const AuditedPart& AuditStudy::part(std::size_t place) const
{
    const AuditedTensor& of = tensor(place);
    return of.parts.empty() ? of.whole : of.parts[places[place].part];
}

std::string AuditStudy::name_of(std::size_t place) const
{
    return with_part(tensor(place).stored.name, tensor(place), part(place));
}

std::string AuditStudy::pattern_of(std::size_t place) const
{
    return with_part(tensor(place).understood.pattern, tensor(place), part(place));
}

const WeightChange* AuditStudy::change_of(std::size_t place) const
{
    if (!change)
        return nullptr;
    const auto found = std::ranges::find(change->changes, tensor(place).stored.name, &WeightChange::name);
    return found == change->changes.end() ? nullptr : &*found;
}

const AuditFinding* AuditStudy::finding_of(std::size_t place) const
{
    const std::string own = name_of(place), pattern = pattern_of(place);
    for (const AuditFinding& finding : audit->findings)
        for (const std::string& named : finding.tensors)
            if (named == own || named == pattern || named == tensor(place).stored.name)
                return &finding;
    return nullptr;
}

double AuditStudy::deviation(std::size_t place) const
{
    const AuditedPart& of = part(place);
    if (!of.law || !of.law->below || !of.ratio())
        return 0;
    return std::abs(std::log2(std::max(*of.ratio(), 1e-300)));
}

AuditStudyPtr audit_study(Audit audit, std::string name, std::uint64_t generation)
{
    auto study = std::make_shared<AuditStudy>();
    study->generation = generation;
    study->audit = std::make_shared<const Audit>(std::move(audit));
    study->name = std::move(name);
    for (std::size_t tensor = 0; tensor < study->audit->tensors.size(); ++tensor)
        for (std::size_t part = 0; part < study->audit->tensors[tensor].judged().size(); ++part)
            study->places.push_back({tensor, part});
    study->chosen = first_choice(*study);
    return study;
}

AuditStudyPtr with_change(const AuditStudy& study, std::shared_ptr<const CheckpointChange> change, std::string against)
{
    return changed(study, [&](AuditStudy& other) {
        Audit found = *other.audit;
        join_findings(found, change ? *change : CheckpointChange());
        other.audit = std::make_shared<const Audit>(std::move(found));
        other.change = std::move(change);
        other.against = std::move(against);
    });
}

AuditStudyPtr with_chosen(const AuditStudy& study, std::optional<std::size_t> chosen)
{
    return changed(study, [&](AuditStudy& other) {
        if (other.chosen != chosen)
            other.reading.reset();
        other.chosen = chosen;
    });
}

AuditStudyPtr with_reading(const AuditStudy& study, std::shared_ptr<const MatrixReading> reading)
{
    return changed(study, [&](AuditStudy& other) { other.reading = std::move(reading); });
}

AuditStudyPtr with_filter(const AuditStudy& study, std::string filter)
{
    return changed(study, [&](AuditStudy& other) { other.filter = std::move(filter); });
}

}   // namespace stepzero
