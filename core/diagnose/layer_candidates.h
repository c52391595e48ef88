// SPDX-License-Identifier: GPL-3.0-or-later
// Lists changes that may fix a network of plain layers (NetworkKind::layered). Internal to core/diagnose.
#pragma once

#include "core/diagnose/case.h"

namespace stepzero {

/// Returns the candidates, simplest first; two may be the same network. Throws Stopped.
std::vector<Candidate> layer_candidates(const Case& c);
/// Returns complete re-initializations that are healthy at any depth, with a wider network if needed. Throws Stopped.
std::vector<Candidate> layers_anew(const Case& c);

}   // namespace stepzero
