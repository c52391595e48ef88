// SPDX-License-Identifier: GPL-3.0-or-later
// Turns base noise into weights: a scale and a shift, rounded identically on every machine.
#pragma once

#include <cstddef>

namespace stepzero {

/// out[i] = scale·base[i] + shift, with product and sum rounded to float separately on every build. A fused
/// multiply-add, which compilers use where available, would change the last bit of up to a third of the weights. `out`
/// may be `base`.
void fill_affine(const float* base, std::size_t n, float scale, float shift, float* out);

}   // namespace stepzero
