// SPDX-License-Identifier: GPL-3.0-or-later
// What a scan remembers by: the time steps and time constants of the chosen block, drawn and by law.
#pragma once

#include "core/network/init/noise_cache.h"
#include "core/study/study.h"

namespace stepzero {

/// The view of the study's chosen block, by theory alone without what is drawn: `last` if that has an equal key, or
/// impossible without a scan. Throws Stopped.
MemoryPart memory_view(const Study& study, const MemoryPart& last, NoiseCache& noise, const Context& context);

}   // namespace stepzero
