// SPDX-License-Identifier: GPL-3.0-or-later
// Tests whether two tensors are samples of the same distribution, whatever it is: same σ, mean and shape, or same
// constant. It compares two initializations without knowing their recipe.
#pragma once

#include <optional>
#include <vector>

#include "core/checkpoint/audit/entry_tests.h"
#include "core/checkpoint/audit/tensor_numbers.h"

namespace stepzero {

/// A comparison of two tensors with the same name and shape.
struct LawChange {
    double before = 0, after = 0;   ///< σ, or the value of a constant
    double ratio = 1;   ///< after over before; NaN when only one is constant
    double p = 1;   ///< p-value of the worst test
    std::optional<Doubt> differs;   ///< constant, std, mean or law; absent when no difference is significant
    std::vector<EntryTest> tests;
};

/// Compares two tensors, whose entries are assumed independent. judge_changes() sets `differs`.
LawChange compare_laws(const PartNumbers& before, const PartNumbers& after);

/// Sets `differs` by all tests of two checkpoints together, with Holm's rule. For identical distributions, a difference
/// is reported for one in a thousand pairs of checkpoints.
void judge_changes(std::vector<LawChange*> changes);

}   // namespace stepzero
