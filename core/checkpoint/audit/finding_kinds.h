// SPDX-License-Identifier: GPL-3.0-or-later
// Kinds of findings, in the order in which an audit looks for them. Each leaves out the places that have a finding
// already, and adds those that it reports.
#pragma once

#include "core/checkpoint/audit/finding_places.h"

namespace stepzero {

/// Tensors that were allocated and never filled.
void uninitialized(const Audit& audit, Told& done, std::vector<AuditFinding>& findings);
/// Shards, rows and columns that are equal to the bit.
void copied_lines(const Audit& audit, Told& done, std::vector<AuditFinding>& findings);
/// Tensors, or parts of packed ones, that are equal to the bit.
void equal_tensors(const Audit& audit, Told& done, std::vector<AuditFinding>& findings);
/// Tensors without a recipe that differ from the others of their name and shape, have entries that lie too far out, or
/// rows of zeros. Precondition: the file is not trained.
void unlike_siblings(const Audit& audit, Told& done, std::vector<AuditFinding>& findings);
/// Rows and columns of zeros, and padding rows that are none.
void dead_lines(const Audit& audit, Told& done, std::vector<AuditFinding>& findings);

}   // namespace stepzero
