// SPDX-License-Identifier: GPL-3.0-or-later
// An audit as "stepzero-audit", version 1 (resources/manual/audit.md), and as a table.
#pragma once

#include <optional>
#include <string>

#include "core/checkpoint/audit/audit.h"
#include "core/checkpoint/audit/weight_change.h"

namespace stepzero {

/// `changes`: against another checkpoint; empty: none was asked for.
std::string format_audit(const Audit& audit, const std::optional<CheckpointChange>& change);
/// A row a tensor, and one a part.
std::string format_audit_csv(const Audit& audit);

}   // namespace stepzero
