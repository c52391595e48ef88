// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/capture/weights_audit.h"

#include <algorithm>
#include <functional>
#include <string>
#include <system_error>

#include "core/capture/rules.h"
#include "core/checkpoint/audit/read_understanding.h"
#include "core/checkpoint/checkpoint.h"

namespace stepzero {

namespace {

/// Returns whether the finding of a capture says what an audit has found about the same parameters. An audit names
/// parts of packed tensors: "h.*.attn.c_attn.weight (q)".
bool says_the_same(const CaptureFinding& one, const AuditFinding& audited)
{
    const CaptureFindingInfo* info = info_of(one);
    return info && info->in_audits == audited.id
        && std::ranges::all_of(audited.tensors, [&one](const std::string& name) {
               return std::ranges::find(one.names, name.substr(0, name.find(" ("))) != one.names.end();
           });
}

}   // namespace

std::filesystem::path weights_of(const Capture& capture, const std::filesystem::path& file)
{
    if (capture.weights.empty())
        return {};
    std::filesystem::path path = file.parent_path() / capture.weights;
    std::error_code ignored;
    return std::filesystem::is_regular_file(path, ignored) ? path : std::filesystem::path();
}

std::optional<Audit> audit_of_weights(const std::filesystem::path& checkpoint, const Context& context)
{
    const Checkpoint opened(checkpoint);
    std::vector<Understanding> readings = read_understanding(opened, {});
    if (!readings.front().family)
        return {};
    return audit(opened, std::move(readings), context);
}

void add_findings(std::vector<CaptureFinding>& findings, const Audit& audit)
{
    std::vector<CaptureFinding> added;
    for (const AuditFinding& one : audit.findings)
        if (std::ranges::none_of(findings, [&one](const CaptureFinding& other) { return says_the_same(other, one); }))
            added.push_back({one.id, one.severity, one.tensors, one.message, one.cause, one.fix, true});
    findings.insert(findings.end(), added.begin(), added.end());
    std::ranges::stable_sort(findings, std::greater(), &CaptureFinding::severity);
}

}   // namespace stepzero
