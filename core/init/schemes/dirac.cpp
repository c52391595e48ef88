// SPDX-License-Identifier: GPL-3.0-or-later
// The identity of convolutions: 1 at the centre k//2 of each kernel that maps a channel to itself.
#include "core/init/schemes.h"

namespace stepzero {

Scheme scheme_dirac()
{
    return {.name = "dirac",
        .label = "Dirac",
        .parameters
        = {{.name = "groups", .label = "groups", .default_value = 1.0, .low = 1, .high = 65536, .integer = true}},
        .rule =
            [](const Parameters& p, Shape shape, Role) {
                const int middle = shape.kernel / 2;
                return Draw {.base = Base::identity,
                    .receptive = shape.receptive(),
                    .centre = shape.dimensions == 1 ? middle : middle * (shape.kernel + 1),
                    .groups = int(number(p, "groups"))};
            },
        .for_bias = false,
        .needs_convolution = true,
        .exact = true};
}

}   // namespace stepzero
