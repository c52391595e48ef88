// SPDX-License-Identifier: GPL-3.0-or-later
// What findings of an audit are made of: where something is wrong, how these places are called, and findings that are
// one where the same is wrong with many tensors. Internal to audit_findings().
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/base/words/text.h"
#include "core/checkpoint/audit/audit.h"

namespace stepzero {

/// A tensor, or a part of one.
struct Place {
    const AuditedTensor* tensor;
    const AuditedPart* part;
};
using Places = std::vector<Place>;

/// What has a finding already gets no second one.
using Told = std::set<const AuditedPart*>;

Places places_of(const Audit& audit);
/// Whether there are entries, and of a parameter.
bool holds_numbers(const Place& place);
/// The name that it has in every block: "h.*.attn.c_attn.weight (q)".
std::string pattern_of(const Place& place);
/// The pattern where all that have it are meant, else their names.
std::vector<std::string> names_of(const Audit& audit, const Places& places);
/// The same of whole tensors, packed or not.
std::vector<std::string> tensor_names(const Audit& audit, const std::vector<const AuditedTensor*>& tensors);
/// The first names, and how many more there are: "wte.weight, wpe.weight, h.*.ln_1.weight and 3 more".
Text list_of(const std::vector<std::string>& names);
/// `what` is a sentence about the places, whose names come before it.
AuditFinding finding_of(const Audit& audit, const std::string& id, Severity severity, const Places& places,
    const Text& what, const Text& cause = {}, const Text& fix = {});

/// Places where the same is wrong become one finding.
class Groups {
public:
    explicit Groups(const Audit& audit) : audit_(audit) { }

    /// The first of an id and key gives the finding's sentences.
    void add(const std::string& id, Severity severity, const Place& place, const std::string& key, const Text& what,
        const Text& cause, const Text& fix);
    void move_to(std::vector<AuditFinding>& findings);

    bool has(const std::string& id, const std::string& key) const { return groups_.contains({id, key}); }
    /// The places of one group go to another.
    void join(const std::pair<std::string, std::string>& from, const std::pair<std::string, std::string>& to);
    void explain(const std::pair<std::string, std::string>& of, const Text& cause, const Text& fix);

private:
    struct Group {
        Severity severity = Severity::error;
        Places places;
        Text what, cause, fix;
    };
    const Audit& audit_;
    std::map<std::pair<std::string, std::string>, Group> groups_;
};

}   // namespace stepzero
