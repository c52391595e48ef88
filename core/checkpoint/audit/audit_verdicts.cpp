// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/audit/audit_verdicts.h"

#include <algorithm>
#include <utility>

namespace stepzero {

namespace {

/// Judges all tests of a file together.
void judge(std::vector<AuditedTensor>& tensors)
{
    std::vector<double> all;
    for (AuditedTensor& tensor : tensors)
        for (const AuditedPart* part : tensor.judged())
            if (part->tests)
                for (const EntryTest& test : part->tests->tests)
                    all.push_back(test.p);
    const std::vector<bool> rejected = holm(all, audit_level);
    std::size_t place = 0;
    for (AuditedTensor& tensor : tensors)
        for (AuditedPart* part : tensor.judged()) {
            if (!part->tests)
                continue;
            for (const EntryTest& test : part->tests->tests) {
                part->p = std::min(part->p.value_or(1), test.p);
                if (rejected[place++] && test.matters)
                    part->doubts.push_back(test.doubt);
            }
        }
}

void decide(AuditedPart& part)
{
    if (part.looks_trained())
        part.verdict = AuditVerdict::trained;
    else if (!part.doubts.empty() && part.law)
        part.verdict = AuditVerdict::deviates;
    else if (part.law)
        part.verdict = AuditVerdict::follows;
}

/// Returns the most severe verdict of the parts.
AuditVerdict joined_verdict(const std::vector<const AuditedPart*>& parts)
{
    AuditVerdict found = AuditVerdict::unknown;
    for (const AuditVerdict grave : {AuditVerdict::follows, AuditVerdict::trained, AuditVerdict::deviates})
        for (const AuditedPart* part : parts)
            if (part->verdict == grave)
                found = grave;
    return found;
}

/// Returns whether most weights that are large enough for a judgment look trained.
bool mostly_trained(const std::vector<AuditedTensor>& tensors)
{
    constexpr std::uint64_t telling = 4096;
    int trained = 0, all = 0;
    for (const AuditedTensor& tensor : tensors)
        for (const AuditedPart* part : tensor.judged())
            if (part->kind == TensorKind::weight && part->rows && part->entries.count >= telling
                && !part->entries.constant()) {
                ++all;
                trained += part->verdict == AuditVerdict::trained ? 1 : 0;
            }
    return 2 * trained > all;
}

}   // namespace

const char* word(AuditVerdict verdict)
{
    switch (verdict) {
    case AuditVerdict::follows:
        return "follows";
    case AuditVerdict::deviates:
        return "deviates";
    case AuditVerdict::trained:
        return "trained";
    case AuditVerdict::unknown:
        return "unknown";
    }
    return "";
}

Text label_of(AuditVerdict verdict)
{
    switch (verdict) {
    case AuditVerdict::follows:
        return tr("follows");
    case AuditVerdict::deviates:
        return tr("deviates");
    case AuditVerdict::trained:
        return tr("trained");
    case AuditVerdict::unknown:
        return tr("unknown");
    }
    return {};
}

void decide_verdicts(Audit& audit)
{
    judge(audit.tensors);
    bool known = false;
    for (AuditedTensor& tensor : audit.tensors)
        for (AuditedPart* part : tensor.judged()) {
            decide(*part);
            known = known || (part->law && part->kind == TensorKind::weight);
        }
    const bool trained = mostly_trained(audit.tensors);
    for (AuditedTensor& tensor : audit.tensors) {
        // A single exception in a file follows the rest. In a trained file, deviating tensors count as trained;
        // otherwise, trained-looking tensors deviate.
        for (AuditedPart* part : tensor.judged())
            if (part->verdict == (trained ? AuditVerdict::deviates : AuditVerdict::trained))
                part->verdict = trained ? AuditVerdict::trained : AuditVerdict::deviates;
        tensor.verdict = joined_verdict(std::as_const(tensor).judged());
    }
    audit.verdict = trained ? AuditVerdict::trained : known ? AuditVerdict::follows : AuditVerdict::unknown;
}

}   // namespace stepzero
