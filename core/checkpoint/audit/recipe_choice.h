// SPDX-License-Identifier: GPL-3.0-or-later
// Chooses the recipe of a family that initialized a file: the one with the highest likelihood of all tensors together.
// A family may have several published recipes, and a checkpoint rarely states which one was used.
#pragma once

#include <vector>

#include "core/checkpoint/audit/audit.h"

namespace stepzero {

/// Returns whether two readings expect the same of a tensor.
bool expect_the_same(const Understanding& one, const Understanding& other, std::size_t tensor);

/// Returns the likeliest audit; the first in case of ties. `audits`: of one file by one recipe each, with evidence and
/// verdict of their parts. Sets Audit::recipes, and AuditedPart::other_recipe of deviating parts.
Audit best_of(std::vector<Audit> audits);

/// Returns a note per recipe that some pattern follows in all blocks while the rest follows the best one.
std::vector<AuditFinding> mixed_recipes(const Audit& audit);

}   // namespace stepzero
