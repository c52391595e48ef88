// SPDX-License-Identifier: GPL-3.0-or-later
// Rows or columns of equal length in uniform directions: normal vectors divided by their length, times a gain.
// Loshchilov et al.: nGPT, normalized transformer with representation learning on the hypersphere. 2024. They use rows
// for a matrix that reads the stream, columns for one that writes into it.
#include "core/network/init/schemes.h"

namespace stepzero {

Scheme scheme_unit_rows()
{
    return {.name = "unit_rows",
        .label = tr("Unit-norm rows"),
        .source = "Loshchilov et al. 2024 (nGPT)",
        .parameters = {{.name = "gain", .label = tr("gain"), .default_value = 1.0, .low = -1e30, .high = 1e30},
            {.name = "vectors",
                .label = tr("unit length"),
                .default_value = std::string("rows"),
                .choices = {"rows", "columns"},
                .choice_labels = {tr("rows"), tr("columns")}}},
        .rule =
            [](const Parameters& p, Shape, Role) {
                return Draw {.base = base_unit_vectors(word(p, "vectors") == "columns"), .scale = number(p, "gain")};
            },
        .for_bias = false,
        .needs_matrix = true};
}

}   // namespace stepzero
