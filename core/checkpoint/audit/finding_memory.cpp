// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/base/words/words.h"
#include "core/checkpoint/audit/finding_kinds.h"

namespace stepzero {

namespace {

/// Returns whether neither chance nor training leaves such numbers. A trained weight that decays becomes denormal.
bool is_leftover(const Audit& audit, const AuditedTensor& tensor)
{
    const MemoryTraces& traces = tensor.traces;
    const EntryNumbers& entries = tensor.whole.entries;
    const bool drawn = tensor.understood.kind == TensorKind::weight && 2 * entries.zeros < entries.count
        && std::ranges::all_of(tensor.judged(), [](const AuditedPart* part) {
               return !part->is_new_rows() && (part->law ? bool(part->law->below) : !part->expected);
           });
    const bool trained = audit.verdict == AuditVerdict::trained;
    return traces.vast > 1 || (traces.denormal > 1 && !trained) || (traces.repeated_pages > 0 && drawn);
}

Text what_is_there(const AuditedTensor& tensor)
{
    const MemoryTraces& traces = tensor.traces;
    return tr("%1 {entry is|entries are} denormal, %2 {is|are} beyond %3, %4 {is|are} NaN or infinite, and %5 of %6 "
              "pages (4096 bytes) equal another page.",
        traces.denormal, traces.vast, number_text(vast_from(tensor.stored.type)), tensor.whole.entries.not_finite,
        traces.repeated_pages, traces.pages);
}

}   // namespace

void uninitialized(const Audit& audit, Told& done, std::vector<AuditFinding>& findings)
{
    for (const AuditedTensor& tensor : audit.tensors) {
        if (tensor.understood.kind == TensorKind::buffer || !is_leftover(audit, tensor))
            continue;
        const auto parts = tensor.judged();
        // Equal rows and shards make equal pages.
        const bool copied = std::ranges::any_of(
            parts, [](const AuditedPart* part) { return part->rows && part->rows->has_copies(); });
        if (copied && tensor.traces.vast == 0 && tensor.traces.denormal == 0)
            continue;
        AuditFinding found {"uninitialized_memory", Severity::error, {tensor.stored.name}, {}, {}, {}};
        found.message = joined({list_of(found.tensors), what_is_there(tensor)}, ": ");
        found.cause
            = tr("The tensor was allocated (torch.empty) but never initialized, so it contains leftover memory.");
        found.fix = tr("Initialize the tensor on every device.");
        findings.push_back(std::move(found));
        done.insert(parts.begin(), parts.end());
    }
}

}   // namespace stepzero
