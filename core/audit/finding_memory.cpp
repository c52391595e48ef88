// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/audit/finding_kinds.h"
#include "core/words/words.h"

namespace stepzero {

namespace {

/// Whether chance or training never leaves such numbers. A trained weight that decays becomes denormal.
bool is_leftover(const Audit& audit, const AuditedTensor& tensor)
{
    const MemoryTraces& traces = tensor.traces;
    const EntryNumbers& entries = tensor.whole.entries;
    const bool drawn = tensor.understood.kind == TensorKind::weight && 2 * entries.zeros < entries.count
        && std::ranges::all_of(tensor.judged(), [](const AuditedPart* part) {
               return part->role != "new_rows" && (part->law ? bool(part->law->below) : !part->expected);
           });
    const bool trained = audit.verdict == AuditVerdict::trained;
    return traces.vast > 1 || (traces.denormal > 1 && !trained) || (traces.repeated_pages > 0 && drawn);
}

std::string what_is_there(const AuditedTensor& tensor)
{
    const MemoryTraces& traces = tensor.traces;
    return std::to_string(traces.denormal) + " entries are denormal, " + std::to_string(traces.vast) + " are beyond "
        + number_text(vast_from(tensor.stored.type)) + ", " + std::to_string(tensor.whole.entries.not_finite)
        + " are NaN or infinite, and " + std::to_string(traces.repeated_pages) + " of " + std::to_string(traces.pages)
        + " pages of 4096 bytes are equal to another.";
}

}   // namespace

void uninitialized(const Audit& audit, Told& done, std::vector<AuditFinding>& findings)
{
    for (const AuditedTensor& tensor : audit.tensors) {
        if (tensor.understood.kind == TensorKind::buffer || !is_leftover(audit, tensor))
            continue;
        const auto parts = tensor.judged();
        // Rows and shards that are equal make equal pages.
        const bool copied = std::ranges::any_of(
            parts, [](const AuditedPart* part) { return part->rows && part->rows->has_copies(); });
        if (copied && tensor.traces.vast == 0 && tensor.traces.denormal == 0)
            continue;
        AuditFinding found {"uninitialized_memory", Severity::error, {tensor.stored.name}, {}, {}, {}};
        found.message = told(found.tensors) + ": " + what_is_there(tensor);
        found.cause
            = "The tensor was allocated (torch.empty) and never initialized: it holds what was in memory before.";
        found.fix = "See that the tensor is drawn, on every device, and not only allocated.";
        findings.push_back(std::move(found));
        done.insert(parts.begin(), parts.end());
    }
}

}   // namespace stepzero
