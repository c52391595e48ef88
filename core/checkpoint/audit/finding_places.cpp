// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/audit/finding_places.h"

#include <algorithm>

#include "core/base/words/words.h"

namespace stepzero {

namespace {

std::string name_of(const Place& place)
{
    const bool packed = !place.tensor->parts.empty();
    return place.tensor->stored.name + (packed ? " (" + place.part->role + ")" : "");
}

struct Named {
    std::string pattern, name;
};

/// Returns one pattern for all blocks when all are chosen, else their own names; each once.
std::vector<std::string> shortest_names(const std::vector<Named>& all, const std::vector<Named>& chosen)
{
    std::map<std::string, std::size_t> there, meant;
    for (const Named& one : all)
        ++there[one.pattern];
    for (const Named& one : chosen)
        ++meant[one.pattern];
    std::vector<std::string> names;
    std::set<std::string> listed;
    for (const Named& one : chosen) {
        const bool whole = meant[one.pattern] == there[one.pattern] && meant[one.pattern] > 1;
        if (const std::string& name = whole ? one.pattern : one.name; listed.insert(name).second)
            names.push_back(name);
    }
    return names;
}

}   // namespace

Places places_of(const Audit& audit)
{
    Places all;
    for (const AuditedTensor& tensor : audit.tensors)
        for (const AuditedPart* part : tensor.judged())
            all.push_back({&tensor, part});
    return all;
}

bool holds_numbers(const Place& place)
{
    return place.tensor->understood.kind != TensorKind::buffer && place.part->entries.count > 0;
}

std::string pattern_of(const Place& place)
{
    const bool packed = !place.tensor->parts.empty();
    return place.tensor->understood.pattern + (packed ? " (" + place.part->role + ")" : "");
}

std::vector<std::string> names_of(const Audit& audit, const Places& places)
{
    std::vector<Named> all, chosen;
    for (const Place& place : places_of(audit))
        all.push_back({pattern_of(place), name_of(place)});
    for (const Place& place : places)
        chosen.push_back({pattern_of(place), name_of(place)});
    return shortest_names(all, chosen);
}

std::vector<std::string> tensor_names(const Audit& audit, const std::vector<const AuditedTensor*>& tensors)
{
    std::vector<Named> all, chosen;
    for (const AuditedTensor& tensor : audit.tensors)
        all.push_back({tensor.understood.pattern, tensor.stored.name});
    for (const AuditedTensor* tensor : tensors)
        chosen.push_back({tensor->understood.pattern, tensor->stored.name});
    return shortest_names(all, chosen);
}

Text list_of(const std::vector<std::string>& names)
{
    constexpr std::size_t most = 3;
    if (names.size() <= most)
        return Text::name(list_text(names));
    return tr("%1 and %2 more", list_text({names.begin(), names.begin() + most}), names.size() - most);
}

AuditFinding finding_of(const Audit& audit, const std::string& id, Severity severity, const Places& places,
    const Text& what, const Text& cause, const Text& fix)
{
    AuditFinding found {id, severity, names_of(audit, places), {}, cause, fix};
    found.message = joined({list_of(found.tensors), what}, ": ");
    return found;
}

void Groups::add(const std::string& id, Severity severity, const Place& place, const std::string& key, const Text& what,
    const Text& cause, const Text& fix)
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
    Places& all = groups_[to].places;
    all.insert(all.end(), groups_[from].places.begin(), groups_[from].places.end());
    groups_.erase(from);
}

void Groups::explain(const std::pair<std::string, std::string>& of, const Text& cause, const Text& fix)
{
    groups_[of].cause = cause;
    groups_[of].fix = fix;
}

}   // namespace stepzero
