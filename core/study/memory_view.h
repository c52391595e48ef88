// SPDX-License-Identifier: GPL-3.0-or-later
// What a scan remembers by: the time steps and time constants of the chosen block, drawn and by law.
#pragma once

#include "core/network/init/noise_cache.h"
#include "core/study/study.h"

namespace stepzero {

/// Of the study's chosen block, by theory alone without what is drawn; null without a scan. Throws Stopped.
std::shared_ptr<const MemoryView> memory_view(const Study& study, NoiseCache& noise, const Context& context);

}   // namespace stepzero
