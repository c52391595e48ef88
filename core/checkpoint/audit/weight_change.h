// SPDX-License-Identifier: GPL-3.0-or-later
// What became of the tensors of one checkpoint in another.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/run/context.h"
#include "core/checkpoint/audit/audit.h"
#include "core/checkpoint/audit/law_change.h"
#include "core/checkpoint/checkpoint.h"

namespace stepzero {

/// Of two tensors of one name and shape, ΔW = after − before.
struct WeightChange {
    std::string name, role;
    int block = 0;
    double relative = 0;   ///< ‖ΔW‖/‖W‖ (Frobenius), W of before; infinite where W is 0
    double cosine = 1;   ///< of before and after; NaN where one is 0
    /// ‖ΔW‖₂/√(fan_out/fan_in), of matrices (Yang, Simon, Bernstein 2023); of evenly spaced rows where it is large.
    std::optional<double> spectral;
    LawChange law;   ///< of all entries
};

/// Of two checkpoints that are not trained: whether each tensor of one is drawn by the law of the other's.
enum class LawVerdict { same, differs, trained };
const char* word(LawVerdict verdict);

struct CheckpointChange {
    std::vector<WeightChange> changes;   ///< in the order of the checkpoint that is audited
    std::vector<std::string> only_before, only_after;   ///< names
    std::vector<std::string> reshaped;   ///< names with another shape
    LawVerdict verdict = LawVerdict::same;
    std::vector<AuditFinding> findings;   ///< which tensors differ in law, and in what
};

/// `after` is the checkpoint of the audit. Throws what Checkpoint::read() throws.
CheckpointChange weight_change(
    const Checkpoint& before, const Checkpoint& after, const Audit& audit, const Context& context);

/// The audit's findings with those of the comparison, in place of an earlier one's.
void join_findings(Audit& audit, const CheckpointChange& change);

}   // namespace stepzero
