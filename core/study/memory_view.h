// SPDX-License-Identifier: GPL-3.0-or-later
// The memory of a selective scan: the distributions of its time steps and time constants in the chosen block, sampled
// and theoretical. The time constants determine how many tokens back the scan can remember.
#pragma once

#include "core/network/init/noise_cache.h"
#include "core/study/study.h"

namespace stepzero {

/// Returns the view of the study's chosen block, or `last` if its key is equal. In Stage::theory it holds only the
/// theoretical distributions. Absence::impossible when the block has no scan. Throws Stopped.
MemoryPart memory_view(const Study& study, const MemoryPart& last, NoiseCache& noise, const Context& context);

}   // namespace stepzero
