// SPDX-License-Identifier: GPL-3.0-or-later
// Changes that may fix a network of plain layers (NetworkKind::layered). Internal to core/diagnose.
#pragma once

#include "core/diagnose/case.h"

namespace stepzero {

/// The simplest first; two may be the same network. Throws Stopped.
std::vector<Candidate> layer_candidates(const Case& c);
/// Complete re-initializations that are healthy at any depth, on a wider network if needed. Throws Stopped.
std::vector<Candidate> layers_anew(const Case& c);

}   // namespace stepzero
