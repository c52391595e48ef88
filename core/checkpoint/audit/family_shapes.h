// SPDX-License-Identifier: GPL-3.0-or-later
// Computes the fans of tensors from their shapes in files. Files store weights in different layouts, but schemes need
// fan_in and fan_out.
#pragma once

#include "core/checkpoint/audit/family_file.h"

namespace stepzero {

/// Returns the fans of a matrix [out, in], a kernel [out, in, …], a table, or one of the matrices [experts, out, in]. A
/// kernel with unequal sides counts as a line with as many positions. A vector of n entries is n × 1. Sizes are clamped
/// to the largest int.
Shape fans_of(const std::vector<std::uint64_t>& shape, FamilyLayout layout);

/// Returns the fans of a part with `entries` of the entries along an axis of the whole.
Shape fans_of_part(const Shape& whole, bool along_outputs, std::uint64_t entries);

}   // namespace stepzero
