// SPDX-License-Identifier: GPL-3.0-or-later
// Separates copies and zeros that chance explains from those it does not. Rows, columns, pieces or tensors may be equal
// by chance when they have few entries in a coarse format.
#pragma once

#include "core/checkpoint/audit/tensor_numbers.h"

namespace stepzero {

/// Removes the copies and zeros that independent entries explain. For example, a matrix with four columns of 8 bits has
/// some equal rows and some zero rows.
void leave_out_chance(PartNumbers& part);

/// Returns whether independent samples of the same distribution are never bitwise equal.
bool unlike_any(const PartNumbers& part);

}   // namespace stepzero
