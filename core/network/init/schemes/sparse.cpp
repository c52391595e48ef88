// SPDX-License-Identifier: GPL-3.0-or-later
// N(0, std²) with ceil(sparsity·rows) zeros in each column. Martens: Deep learning via Hessian-free
// optimization. ICML 2010.
#include "core/network/init/schemes.h"

namespace stepzero {

Scheme scheme_sparse()
{
    return {.name = "sparse",
        .label = tr("Sparse"),
        .source = "Martens 2010",
        .parameters = {{.name = "sparsity", .label = tr("sparsity"), .default_value = 0.9, .low = 0, .high = 1},
            {.name = "std", .label = tr("standard deviation"), .default_value = 0.01, .low = 0}},
        .rule
        = [](const Parameters& p, Shape,
              Role) { return Draw {.base = base_sparse_normal(number(p, "sparsity")), .scale = number(p, "std")}; },
        .for_bias = false,
        .needs_matrix = true};
}

}   // namespace stepzero
