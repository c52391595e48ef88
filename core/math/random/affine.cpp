// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/random/affine.h"

namespace stepzero {

void fill_affine(const float* base, std::size_t n, float scale, float shift, float* out)
{
    for (std::size_t i = 0; i < n; ++i)
        out[i] = scale * base[i] + shift;
}

}   // namespace stepzero
