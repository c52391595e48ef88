// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/audit/finding_places.h"

namespace stepzero {

namespace {

std::string name_of(const AuditedPlace& place)
{
    const bool packed = !place.tensor->parts.empty();
    return place.tensor->stored.name + (packed ? " (" + place.part->role + ")" : "");
}

}   // namespace

AuditedPlaces places_of(const Audit& audit)
{
    AuditedPlaces all;
    for (const AuditedTensor& tensor : audit.tensors)
        for (const AuditedPart* part : tensor.judged())
            all.push_back({&tensor, part});
    return all;
}

bool holds_numbers(const AuditedPlace& place)
{
    return place.tensor->understood.kind != TensorKind::buffer && place.part->entries.count > 0;
}

std::string pattern_of(const AuditedPlace& place)
{
    const bool packed = !place.tensor->parts.empty();
    return place.tensor->understood.pattern + (packed ? " (" + place.part->role + ")" : "");
}

std::vector<std::string> names_of(const Audit& audit, const AuditedPlaces& places)
{
    std::vector<NamedPlace> all, chosen;
    for (const AuditedPlace& place : places_of(audit))
        all.push_back({pattern_of(place), name_of(place)});
    for (const AuditedPlace& place : places)
        chosen.push_back({pattern_of(place), name_of(place)});
    return shortest_names(all, chosen);
}

std::vector<std::string> tensor_names(const Audit& audit, const std::vector<const AuditedTensor*>& tensors)
{
    std::vector<NamedPlace> all, chosen;
    for (const AuditedTensor& tensor : audit.tensors)
        all.push_back({tensor.understood.pattern, tensor.stored.name});
    for (const AuditedTensor* tensor : tensors)
        chosen.push_back({tensor->understood.pattern, tensor->stored.name});
    return shortest_names(all, chosen);
}

AuditFinding finding_of(const Audit& audit, const std::string& id, Severity severity, const AuditedPlaces& places,
    const Text& what, const Text& cause, const Text& fix)
{
    AuditFinding found {id, severity, names_of(audit, places), {}, cause, fix};
    found.message = joined({list_of(found.tensors), what}, ": ");
    return found;
}

void Groups::add(const std::string& id, Severity severity, const AuditedPlace& place, const std::string& key,
    const Text& what, const Text& cause, const Text& fix)
{
    Group& group = groups_[{id, key}];
    if (group.places.empty())
        group = {severity, {}, what, cause, fix};
    group.places.push_back(place);
}

void Groups::move_to(std::vector<AuditFinding>& findings)
{
    for (const auto& [key, group] : groups_)
        findings.push_back(
            finding_of(audit_, key.first, group.severity, group.places, group.what, group.cause, group.fix));
}

void Groups::join(const std::pair<std::string, std::string>& from, const std::pair<std::string, std::string>& to)
{
    AuditedPlaces& all = groups_[to].places;
    all.insert(all.end(), groups_[from].places.begin(), groups_[from].places.end());
    groups_.erase(from);
}

void Groups::explain(const std::pair<std::string, std::string>& of, const Text& cause, const Text& fix)
{
    groups_[of].cause = cause;
    groups_[of].fix = fix;
}

}   // namespace stepzero
