// SPDX-License-Identifier: GPL-3.0-or-later
// What can be changed in networks of plain layers (NetworkKind::layered). Internal to core/diagnose.
#pragma once

#include "core/diagnose/case.h"

namespace stepzero {

/// The plainest first; some may be the same network. Throws Stopped.
std::vector<Candidate> layer_candidates(const Case& c);
/// Everything anew, by what is sound at any depth; wider too where that takes it. Throws Stopped.
std::vector<Candidate> layers_anew(const Case& c);

}   // namespace stepzero
