// SPDX-License-Identifier: GPL-3.0-or-later
// Compares the tensors of two checkpoints. For a trained one, it measures how far training moved the weights. For two
// untrained ones, it tests whether their distributions differ.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/run/context.h"
#include "core/checkpoint/audit/audit.h"
#include "core/checkpoint/audit/law_change.h"
#include "core/checkpoint/checkpoint.h"

namespace stepzero {

/// The change ΔW = after − before of one tensor, with the same name and shape in both.
struct WeightChange {
    std::string name, role;
    int block = 0;
    double relative = 0;   ///< ‖ΔW‖/‖W‖ (Frobenius), W before the change; infinite when W is 0
    double cosine = 1;   ///< cosine between before and after; NaN when one is 0
    /// ‖ΔW‖₂/√(fan_out/fan_in), for matrices (Yang, Simon, Bernstein 2023); from evenly spaced rows if large.
    std::optional<double> spectral;
    LawChange law;   ///< change of the distribution of all entries
};

/// For two untrained checkpoints, `same` or `differs` states whether each tensor has the same distribution in both.
enum class LawVerdict { same, differs, trained };
const char* word(LawVerdict verdict);

struct CheckpointChange {
    std::vector<WeightChange> changes;   ///< in the order of the audited checkpoint
    std::vector<std::string> only_before, only_after;   ///< names of tensors that only one checkpoint has
    std::vector<std::string> reshaped;   ///< names of tensors whose shapes differ
    LawVerdict verdict = LawVerdict::same;
    std::vector<AuditFinding> findings;   ///< tensors whose distributions differ, and how
};

/// Compares two checkpoints; `after` is the audited one. Throws what Checkpoint::read() throws.
CheckpointChange weight_change(
    const Checkpoint& before, const Checkpoint& after, const Audit& audit, const Context& context);

/// Adds the findings of a comparison to the audit, replacing those of an earlier comparison.
void join_findings(Audit& audit, const CheckpointChange& change);

}   // namespace stepzero
