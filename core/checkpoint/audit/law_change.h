// SPDX-License-Identifier: GPL-3.0-or-later
// Whether two tensors are draws of one law, whatever it is: the same σ, mean and shape, or the same constant.
#pragma once

#include <optional>
#include <vector>

#include "core/checkpoint/audit/entry_tests.h"
#include "core/checkpoint/audit/tensor_numbers.h"

namespace stepzero {

/// A comparison of two tensors of one name and shape.
struct LawChange {
    double before = 0, after = 0;   ///< σ, or the value of a constant
    double ratio = 1;   ///< after over before; NaN where only one is constant
    double p = 1;   ///< of the worst test
    std::optional<Doubt> differs;   ///< in what: constant, std, mean or law; absent where they do not
    std::vector<EntryTest> tests;
};

/// `differs` is left to judge_changes(). Entries are taken for independent.
LawChange compare_laws(const PartNumbers& before, const PartNumbers& after);

/// All tests of two checkpoints together, by Holm's rule: of laws that are the same one is said to differ once in a
/// thousand pairs of checkpoints.
void judge_changes(std::vector<LawChange*> changes);

}   // namespace stepzero
