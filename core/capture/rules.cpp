// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/capture/rules.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <set>

#include "core/capture/width_exponents.h"
#include "core/checkpoint/audit/audit.h"
#include "core/diagnose/named_places.h"

namespace stepzero {

namespace {

const std::string& name_of(const CapturedModule& one) { return one.path; }
const std::string& name_of(const CapturedParameter& one) { return one.name; }

/// Modules or parameters by name, each once, however often a module is called.
class CapturePlaces {
public:
    std::vector<NamedPlace> places;

    template <class Item>
    void add(const Item& one)
    {
        if (seen_.insert(name_of(one)).second)
            places.push_back({block_pattern(one), name_of(one)});
    }

private:
    std::set<std::string> seen_;
};

/// Returns the pattern where all of its modules or parameters are chosen, else their names.
template <class Item>
std::vector<std::string> names_of(const std::vector<Item>& all, const std::vector<const Item*>& chosen)
{
    CapturePlaces there, meant;
    for (const Item& one : all)
        there.add(one);
    for (const Item* one : chosen)
        meant.add(*one);
    return shortest_names(there.places, meant.places);
}

}   // namespace

const std::vector<CaptureRule>& capture_rules()
{
#define STEPZERO_ENTRY(name) capture_rule_##name(),
    static const std::vector<CaptureRule> all {STEPZERO_CAPTURE_RULES(STEPZERO_ENTRY)};
#undef STEPZERO_ENTRY
    return all;
}

const std::vector<CaptureFindingInfo>& capture_finding_infos()
{
    static const std::vector<CaptureFindingInfo> all = [] {
        std::vector<CaptureFindingInfo> infos;
        for (const CaptureRule& rule : capture_rules())
            infos.insert(infos.end(), rule.findings.begin(), rule.findings.end());
        infos.push_back(width_finding_info());
        return infos;
    }();
    return all;
}

const CaptureFindingInfo* info_of(const CaptureFinding& finding)
{
    if (finding.of_weights)
        return nullptr;
    return &*std::ranges::find(capture_finding_infos(), finding.id, &CaptureFindingInfo::id);
}

Text word_of(const CaptureFinding& finding)
{
    const CaptureFindingInfo* info = info_of(finding);
    return info ? info->word : label_of(AuditVerdict::deviates);
}

std::vector<CaptureFinding> capture_findings(const Capture& capture)
{
    std::vector<CaptureFinding> all;
    for (const CaptureRule& rule : capture_rules())
        std::ranges::move(rule.find(capture), std::back_inserter(all));
    std::ranges::stable_sort(all, std::greater(), &CaptureFinding::severity);
    return all;
}

Text capture_verdict(const std::vector<CaptureFinding>& findings)
{
    if (findings.empty())
        return tr("healthy");
    return findings.front().severity == Severity::note ? label_of(Severity::note) : word_of(findings.front());
}

bool has_problem(const std::vector<CaptureFinding>& findings)
{
    return !findings.empty() && findings.front().severity != Severity::note;
}

CaptureFinding finding_of(const Capture& capture, const std::string& id, Severity severity,
    const std::vector<const CapturedModule*>& modules, const Text& what, const Text& cause, const Text& fix)
{
    return finding_of(id, severity, names_of(capture.modules, modules), what, cause, fix);
}

CaptureFinding finding_of(const Capture& capture, const std::string& id, Severity severity,
    const std::vector<const CapturedParameter*>& parameters, const Text& what, const Text& cause, const Text& fix)
{
    return finding_of(id, severity, names_of(capture.parameters, parameters), what, cause, fix);
}

CaptureFinding finding_of(const std::string& id, Severity severity, std::vector<std::string> names, const Text& what,
    const Text& cause, const Text& fix)
{
    CaptureFinding finding {id, severity, std::move(names), {}, cause, fix, false};
    finding.message = joined({list_of(finding.names), what}, ": ");
    return finding;
}

}   // namespace stepzero
