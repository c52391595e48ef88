// SPDX-License-Identifier: GPL-3.0-or-later
// From base noise to weights.
#pragma once

#include <cstddef>

namespace stepzero {

/// out[i] = scale·base[i] + shift, product and sum each rounded to float, on every build: fused into one step, as
/// compilers do where the machine can, up to a third of the weights would differ in the last bit. `out` may be `base`.
void fill_affine(const float* base, std::size_t n, float scale, float shift, float* out);

}   // namespace stepzero
