// SPDX-License-Identifier: GPL-3.0-or-later
// Residual adapters: a separate linear step after each matrix, y ← y + s B A y, whose last map starts at 0. Rebuffi,
// Bilen, Vedaldi: Learning multiple visual domains with residual adapters. NeurIPS 2017; there with full rank, and 1×1
// after kernels.
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
