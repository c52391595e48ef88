// SPDX-License-Identifier: GPL-3.0-or-later
// The kinds of findings, in the order in which an audit searches for them. Each skips places that already have a
// finding, and adds the places that it reports.
#pragma once

#include "core/checkpoint/audit/finding_places.h"

namespace stepzero {

/// Reports tensors that were allocated but never filled.
void uninitialized(const Audit& audit, Told& done, std::vector<AuditFinding>& findings);
/// Reports shards, rows and columns that are bitwise equal.
void copied_lines(const Audit& audit, Told& done, std::vector<AuditFinding>& findings);
/// Reports tensors, or parts of packed ones, that are bitwise equal.
void equal_tensors(const Audit& audit, Told& done, std::vector<AuditFinding>& findings);
/// Reports tensors without a recipe that differ from others of the same name and shape, have entries too far out, or
/// have zero rows. Precondition: the file is not trained.
void unlike_siblings(const Audit& audit, Told& done, std::vector<AuditFinding>& findings);
/// Reports rows and columns of zeros, and padding rows that are not zero.
void dead_lines(const Audit& audit, Told& done, std::vector<AuditFinding>& findings);

}   // namespace stepzero
