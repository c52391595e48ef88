// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/audit/audit.h"

#include <algorithm>
#include <atomic>
#include <numeric>
#include <thread>
#include <utility>

#include "core/checkpoint/audit/audit_part.h"
#include "core/checkpoint/audit/audit_verdicts.h"
#include "core/checkpoint/audit/fitted_number.h"
#include "core/checkpoint/audit/recipe_choice.h"
#include "core/checkpoint/audit/recipe_evidence.h"

namespace stepzero {

std::vector<const AuditedPart*> AuditedTensor::judged() const
{
    std::vector<const AuditedPart*> found;
    for (const AuditedPart& part : parts)
        found.push_back(&part);
    return parts.empty() ? std::vector {&whole} : found;
}

std::vector<AuditedPart*> AuditedTensor::judged()
{
    std::vector<AuditedPart*> found;
    for (AuditedPart& part : parts)
        found.push_back(&part);
    return parts.empty() ? std::vector {&whole} : found;
}

namespace {

/// Makes a tensor with the measurements that do not depend on the recipe.
AuditedTensor measured(const StoredTensor& stored, const UnderstoodTensor& understood, const TensorNumbers& numbers)
{
    AuditedTensor tensor {.stored = stored,
        .understood = understood,
        .whole = {},
        .parts = {},
        .hash = numbers.hash,
        .traces = numbers.traces};
    tensor.whole.role = understood.role;
    tensor.whole.shape = understood.shape;
    tensor.whole.kind = understood.kind;
    tensor.whole.entries = numbers.entries;
    if (understood.kind == TensorKind::buffer)
        return tensor;
    if (!understood.packing)
        measure_part(tensor.whole, numbers.parts[0]);
    for (std::size_t i = 0; understood.packing && i < understood.parts.size(); ++i) {
        AuditedPart& part = tensor.parts.emplace_back();
        part.role = understood.parts[i].role;
        part.shape = understood.parts[i].shape;
        part.kind = understood.kind;
        measure_part(part, numbers.parts[i]);
    }
    return tensor;
}

/// Sets the expectations of one reading of the checkpoint.
void expect(AuditedTensor& tensor, const UnderstoodTensor& understood)
{
    tensor.understood = understood;
    tensor.whole.expected = understood.expected;
    for (std::size_t i = 0; i < tensor.parts.size(); ++i)
        tensor.parts[i].expected = understood.parts[i].expected ? understood.parts[i].expected : understood.expected;
}

/// `otherwise`: likelihood_otherwise() of each part.
void compare(AuditedTensor& tensor, const TensorNumbers& numbers, const std::vector<double>& otherwise,
    std::optional<std::uint64_t> padding)
{
    if (tensor.understood.kind == TensorKind::buffer)
        return;
    for (std::size_t i = 0; i < tensor.parts.size(); ++i)
        compare_part(tensor.parts[i], numbers.parts[i], tensor.stored, otherwise[i]);
    if (tensor.understood.packing)
        return;
    if (!tensor.understood.padded || !padding) {
        compare_part(tensor.whole, numbers.parts[0], tensor.stored, otherwise[0]);
        return;
    }
    PartNumbers others = numbers.parts[0];
    leave_out_padding(others, *padding);
    tensor.whole.unexpected_dead = others.rows ? others.rows->dead : 0;
    compare_part(tensor.whole, others, tensor.stored, likelihood_otherwise(others));
}

/// Audits a tensor in all readings. Readings that expect the same share one comparison.
void audit_tensor(
    std::vector<Audit>& audits, std::size_t index, const StoredTensor& stored, const TensorNumbers& numbers)
{
    const AuditedTensor plain = measured(stored, audits[0].understanding.tensors[index], numbers);
    std::vector<double> otherwise;
    // Without a family, nothing is compared.
    if (plain.understood.kind != TensorKind::buffer && audits.front().understanding.family)
        for (const PartNumbers& part : numbers.parts)
            otherwise.push_back(likelihood_otherwise(part));
    otherwise.resize(std::max<std::size_t>(numbers.parts.size(), 1));
    for (std::size_t i = 0; i < audits.size(); ++i) {
        const Understanding& reading = audits[i].understanding;
        std::size_t alike = 0;
        while (alike < i && !expect_the_same(audits[alike].understanding, reading, index))
            ++alike;
        AuditedTensor& tensor = audits[i].tensors[index];
        tensor = alike < i ? audits[alike].tensors[index] : plain;
        expect(tensor, reading.tensors[index]);
        if (alike == i)
            compare(tensor, numbers, otherwise, reading.padding_row);
    }
}

/// An output layer that equals the embedding was initialized as the embedding, whose padding row is zero.
void join_tied_heads(std::vector<AuditedTensor>& tensors)
{
    for (const AuditedTensor& table : tensors) {
        if (!table.understood.padded || !table.parts.empty())
            continue;
        for (AuditedTensor& head : tensors) {
            if (&head == &table || head.hash != table.hash || head.stored.shape != table.stored.shape
                || head.understood.kind != TensorKind::weight || !head.parts.empty())
                continue;
            const std::string role = head.whole.role;
            head.whole = table.whole;
            head.whole.role = role;
            head.understood.padded = true;
            head.understood.vocabulary = true;
        }
    }
}

int count(const Audit& audit, AuditVerdict verdict)
{
    return int(std::count_if(audit.tensors.begin(), audit.tensors.end(),
        [&](const AuditedTensor& tensor) { return tensor.verdict == verdict; }));
}

/// Makes one audit per reading.
std::vector<Audit> audits_of(const Checkpoint& checkpoint, std::vector<Understanding> readings, const Context& context)
{
    const std::vector<StoredTensor>& stored = checkpoint.tensors();
    std::vector<Audit> audits(readings.size());
    for (std::size_t i = 0; i < readings.size(); ++i) {
        audits[i].understanding = std::move(readings[i]);
        audits[i].left_out = checkpoint.left_out();
        audits[i].tensors.resize(stored.size());
    }

    // Largest first, so that no thread is left with a large one at the end.
    std::vector<std::size_t> order(stored.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::stable_sort(
        order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return stored[a].bytes > stored[b].bytes; });
    const double all = std::max(1.0, double(checkpoint.bytes()));
    std::atomic<double> done = 0;
    Context quiet = context;
    quiet.report = {};
    const std::thread::id reporting = std::this_thread::get_id();
    context.parallel(int(order.size()), [&](int place) {
        const std::size_t index = order[std::size_t(place)];
        const TensorNumbers numbers
            = tensor_numbers(checkpoint, index, audits[0].understanding.tensors[index].packing, quiet);
        audit_tensor(audits, index, stored[index], numbers);
        done += double(stored[index].bytes) / all;
        if (std::this_thread::get_id() == reporting)
            context.progress(std::min(1.0, done.load()), tr("reading"));
    });

    for (Audit& one : audits) {
        join_tied_heads(one.tensors);
        decide_verdicts(one);
    }
    return audits;
}

}   // namespace

Audit audit(const Checkpoint& checkpoint, std::vector<Understanding> readings, const Context& context)
{
    std::vector<Audit> audits = audits_of(checkpoint, std::move(readings), context);
    if (std::vector<Understanding> fitted = fitted_readings(checkpoint.tensors(), audits); !fitted.empty())
        take_fitted(audits, audits_of(checkpoint, std::move(fitted), context));
    Audit best = best_of(std::move(audits));
    best.findings = audit_findings(best);
    for (AuditFinding& mixed : mixed_recipes(best))
        best.findings.push_back(std::move(mixed));
    const bool bad = std::any_of(best.findings.begin(), best.findings.end(),
        [](const AuditFinding& finding) { return finding.severity != Severity::note; });
    if (bad || count(best, AuditVerdict::deviates) > 0)
        best.verdict = AuditVerdict::deviates;
    return best;
}

}   // namespace stepzero
