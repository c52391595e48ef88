// SPDX-License-Identifier: GPL-3.0-or-later
// Rows, columns, pieces and tensors that are equal, or zeros, by more than chance: of few coarse numbers some always
// are.
#pragma once

#include "core/checkpoint/audit/tensor_numbers.h"

namespace stepzero {

/// Leaves out of the rows what independent entries explain: of a matrix with four columns of 8 bits, some rows are
/// equal and some are zeros.
void leave_out_chance(PartNumbers& part);

/// Whether independent draws of the same law are never equal to the bit.
bool unlike_any(const PartNumbers& part);

}   // namespace stepzero
