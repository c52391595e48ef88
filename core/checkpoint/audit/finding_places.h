// SPDX-License-Identifier: GPL-3.0-or-later
// Building blocks of audit findings: the affected places, their names, and groups that merge the same problem of many
// tensors. Internal to audit_findings().
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/base/words/text.h"
#include "core/checkpoint/audit/audit.h"
#include "core/diagnose/named_places.h"

namespace stepzero {

/// A tensor, or a part of one.
struct AuditedPlace {
    const AuditedTensor* tensor;
    const AuditedPart* part;
};
using AuditedPlaces = std::vector<AuditedPlace>;

/// Parts that have a finding already and get no second one.
using Told = std::set<const AuditedPart*>;

AuditedPlaces places_of(const Audit& audit);
/// Returns whether the place is a parameter and has entries.
bool holds_numbers(const AuditedPlace& place);
/// Returns the name common to all blocks: "h.*.attn.c_attn.weight (q)".
std::string pattern_of(const AuditedPlace& place);
/// Returns the pattern when all places with it are affected, else their names.
std::vector<std::string> names_of(const Audit& audit, const AuditedPlaces& places);
/// Returns the names of whole tensors in the same way, packed or not.
std::vector<std::string> tensor_names(const Audit& audit, const std::vector<const AuditedTensor*>& tensors);
/// `what` is a sentence about the places; their names are put before it.
AuditFinding finding_of(const Audit& audit, const std::string& id, Severity severity, const AuditedPlaces& places,
    const Text& what, const Text& cause = {}, const Text& fix = {});

/// Merges places with the same problem into one finding.
class Groups {
public:
    explicit Groups(const Audit& audit) : audit_(audit) { }

    /// The first call for an id and key determines the sentences of the finding.
    void add(const std::string& id, Severity severity, const AuditedPlace& place, const std::string& key,
        const Text& what, const Text& cause, const Text& fix);
    void move_to(std::vector<AuditFinding>& findings);

    bool has(const std::string& id, const std::string& key) const { return groups_.contains({id, key}); }
    /// Moves the places of one group to another.
    void join(const std::pair<std::string, std::string>& from, const std::pair<std::string, std::string>& to);
    void explain(const std::pair<std::string, std::string>& of, const Text& cause, const Text& fix);

private:
    struct Group {
        Severity severity = Severity::error;
        AuditedPlaces places;
        Text what, cause, fix;
    };
    const Audit& audit_;
    std::map<std::pair<std::string, std::string>, Group> groups_;
};

}   // namespace stepzero
