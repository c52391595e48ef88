// SPDX-License-Identifier: GPL-3.0-or-later
// Which of a family's recipes drew a file: the one by which all its tensors together are likeliest.
#pragma once

#include <vector>

#include "core/checkpoint/audit/audit.h"

namespace stepzero {

/// Whether two readings expect the same of a tensor.
bool expect_the_same(const Understanding& one, const Understanding& other, std::size_t tensor);

/// Of audits of one file by one recipe each, whose parts have their evidence and verdict: the likeliest, the first of
/// those that are as likely. With Audit::recipes, and AuditedPart::other_recipe of what deviates.
Audit best_of(std::vector<Audit> audits);

/// What all blocks have as another recipe draws it, where the rest is as the best has it: a note for each such recipe.
std::vector<AuditFinding> mixed_recipes(const Audit& audit);

}   // namespace stepzero
