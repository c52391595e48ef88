// SPDX-License-Identifier: GPL-3.0-or-later
// Behind each matrix a step of its own, y ← y + s B A y, linear, whose last map begins at 0. Rebuffi, Bilen, Vedaldi:
// Learning multiple visual domains with residual adapters. NeurIPS 2017, there of full rank and 1×1 behind kernels.
#include "core/train/adapter.h"

namespace stepzero {

const AdapterInfo& adapter_residual()
{
    static const AdapterInfo info {.name = "residual",
        .label = tr("residual"),
        .note = tr("y ← y + s B A y after W₀ x, A [r, out] and B [out, r]; W₀ is not trained."),
        .parameters = drawn_parameters(),
        .behind = true,
        .make = [](const AdapterRequest& request, WeightMatrix& base, const Context& context) {
            return drawn_factors(request, int(base.rows()), context);
        }};
    return info;
}

}   // namespace stepzero
