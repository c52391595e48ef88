// SPDX-License-Identifier: GPL-3.0-or-later
// Measures a tensor, or a part of a packed one, and tests it against its recipe. Verdicts over the whole file follow in
// audit_verdicts.h.
#pragma once

#include "core/checkpoint/audit/audit.h"

namespace stepzero {

/// Sets the measurements that do not need a recipe.
void measure_part(AuditedPart& part, const PartNumbers& numbers);

/// Tests the measurements against the recipe, if there is one, and against independence. `otherwise`: see
/// likelihood_otherwise().
void compare_part(AuditedPart& part, const PartNumbers& numbers, const StoredTensor& stored, double otherwise);

/// Leaves out the zero row of the padding token, which is not a sample of the distribution.
void leave_out_padding(PartNumbers& part, std::uint64_t row);

}   // namespace stepzero
