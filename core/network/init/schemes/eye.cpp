// SPDX-License-Identifier: GPL-3.0-or-later
// The identity: 1 on the diagonal of a matrix of any shape.
#include "core/network/init/schemes.h"

namespace stepzero {

Scheme scheme_eye()
{
    return {.name = "eye",
        .label = tr("Identity"),
        .parameters = {},
        .rule = [](const Parameters&, Shape, Role) { return Draw {.base = base_identity()}; },
        .for_bias = false,
        .needs_matrix = true,
        .exact = true};
}

}   // namespace stepzero
