// SPDX-License-Identifier: GPL-3.0-or-later
// The fans of tensors as they lie in files.
#pragma once

#include "core/checkpoint/audit/family_file.h"

namespace stepzero {

/// Of a matrix [out, in], a kernel [out, in, …], whose unequal sides count as one line of as many positions, a table,
/// one of the matrices [experts, out, in], or a vector of n entries: n × 1. Sizes beyond an int are the largest.
Shape fans_of(const std::vector<std::uint64_t>& shape, FamilyLayout layout);

/// Of a part that has `entries` of those along an axis of the whole.
Shape fans_of_part(const Shape& whole, bool along_outputs, std::uint64_t entries);

}   // namespace stepzero
