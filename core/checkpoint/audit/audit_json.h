// SPDX-License-Identifier: GPL-3.0-or-later
// Writes an audit as "stepzero-audit", version 1 (resources/manual/audit.md), and as a CSV table.
#pragma once

#include <optional>
#include <string>

#include "core/checkpoint/audit/audit.h"
#include "core/checkpoint/audit/weight_change.h"

namespace stepzero {

/// `change`: comparison with another checkpoint; absent if none was requested.
std::string format_audit(const Audit& audit, const std::optional<CheckpointChange>& change);
/// One row per tensor and one per part.
std::string format_audit_csv(const Audit& audit);

}   // namespace stepzero
