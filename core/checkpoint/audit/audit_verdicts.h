// SPDX-License-Identifier: GPL-3.0-or-later
// Turns the tests of a file's tensors into verdicts, all together.
#pragma once

#include "core/checkpoint/audit/audit.h"

namespace stepzero {

/// Sets the doubts of all parts, and the verdicts of parts, tensors and the file.
void decide_verdicts(Audit& audit);

}   // namespace stepzero
