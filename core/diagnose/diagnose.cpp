// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/diagnose/rules.h"
#include "core/diagnose/steps.h"

namespace stepzero {

namespace {

struct SeverityInfo {
    const char* word;
    Text label;
    const char* sign;
};

const SeverityInfo& severity_info(Severity severity)
{
    static const SeverityInfo all[] {
        {"note", tr("note"), "●"}, {"warning", tr("warning"), "▲"}, {"error", tr("error"), "✕"}};
    return all[std::size_t(severity)];
}

}   // namespace

const char* word(Severity severity) { return severity_info(severity).word; }
Text label_of(Severity severity) { return severity_info(severity).label; }
const char* sign(Severity severity) { return severity_info(severity).sign; }

const std::vector<Rule>& rules()
{
#define STEPZERO_ENTRY(name) rule_##name(),
    static const std::vector<Rule> all {STEPZERO_RULES(STEPZERO_ENTRY)};
#undef STEPZERO_ENTRY
    return all;
}

const std::vector<FindingInfo>& finding_infos()
{
    static const std::vector<FindingInfo> all = [] {
        std::vector<FindingInfo> infos;
        for (const Rule& rule : rules())
            infos.insert(infos.end(), rule.findings.begin(), rule.findings.end());
        for (const FindingInfo& info : step_findings())
            infos.push_back(info);
        return infos;
    }();
    return all;
}

const FindingInfo& info_of(const Finding& finding)
{
    return *std::ranges::find(finding_infos(), finding.id, &FindingInfo::id);
}

namespace {

std::vector<Finding> found(const Case& c)
{
    std::vector<Finding> all;
    for (const Rule& rule : rules()) {
        c.context.check();
        for (Finding& finding : rule.find(c))
            all.push_back(std::move(finding));
    }
    std::stable_sort(
        all.begin(), all.end(), [](const Finding& a, const Finding& b) { return a.severity > b.severity; });
    return all;
}

}   // namespace

std::vector<Finding> diagnose(const Symptoms& symptoms, NoiseCache& cache, const Context& context)
{
    if (!symptoms.plan.given)
        return found(Case(symptoms, &cache, context));
    // Fixes resample weights, and given weights are not sampled.
    std::vector<Finding> all = found(Case(symptoms, nullptr, context));
    for (Finding& finding : all)
        if (finding.fixes.empty())
            finding.unfixed = tr("The weights come from a file, so no change of initializers reaches them.");
    return all;
}

std::vector<Finding> signs(const Symptoms& symptoms, const Context& context)
{
    return found(Case(symptoms, nullptr, context));
}

}   // namespace stepzero
