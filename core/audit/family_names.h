// SPDX-License-Identifier: GPL-3.0-or-later
// What a tensor is by its name and shape alone.
#pragma once

#include "core/audit/family.h"

namespace stepzero {

/// Grouped by the numbers in its name; weights are [out, in]; nothing is expected.
UnderstoodTensor understood_by_name(const StoredTensor& tensor);

}   // namespace stepzero
