// SPDX-License-Identifier: GPL-3.0-or-later
// Kinds of findings, in the order in which an audit looks for them. Each leaves out the places that are told of
// already, and adds those that it tells of.
#pragma once

#include "core/audit/finding_places.h"

namespace stepzero {

/// Tensors that were allocated and never filled.
void uninitialized(const Audit& audit, Told& done, std::vector<AuditFinding>& findings);
/// Shards, rows and columns that are equal to the bit.
void copied_lines(const Audit& audit, Told& done, std::vector<AuditFinding>& findings);
/// Tensors, or parts of packed ones, that are equal to the bit.
void equal_tensors(const Audit& audit, Told& done, std::vector<AuditFinding>& findings);
/// Tensors that no recipe speaks of, against the others of their name and shape; entries that lie too far out of them,
/// and rows of zeros in them. Of files that are not trained.
void unlike_siblings(const Audit& audit, Told& done, std::vector<AuditFinding>& findings);
/// Rows and columns of zeros, and padding rows that are none.
void dead_lines(const Audit& audit, Told& done, std::vector<AuditFinding>& findings);

}   // namespace stepzero
