// SPDX-License-Identifier: GPL-3.0-or-later
// Draws that leave units of a matrix alike. Internal to core/diagnose.
#pragma once

#include "core/init/scheme.h"

namespace stepzero {

/// Every entry is the same.
inline bool is_constant(const Draw& draw) { return draw.base == Base::constant || draw.scale == 0; }

/// Unit 2 is unit 1 once more, and nothing parts them.
inline bool has_twins(const Draw& draw) { return draw.base == Base::twins && draw.noise == 0; }

}   // namespace stepzero
