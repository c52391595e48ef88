// SPDX-License-Identifier: GPL-3.0-or-later
// N(0, gain²/fan_in), where the second unit copies the first: it has the same incoming weights and, in the layer that
// reads it, the same outgoing ones. If all matrices are sampled this way, two units of each layer start identical, and
// gradient descent keeps them identical. `noise` ε separates them, w₂ = (w₁ + ε z)/√(1 + ε²).
#include <algorithm>
#include <cmath>

#include "core/network/init/schemes.h"

namespace stepzero {

Scheme scheme_twins()
{
    return {.name = "twins",
        .label = tr("Two identical units"),
        .parameters = {{.name = "gain", .label = tr("gain"), .default_value = 1.0, .low = 0},
            {.name = "noise", .label = tr("symmetry-breaking noise"), .default_value = 0.0, .low = 0, .high = 1000}},
        .rule =
            [](const Parameters& p, Shape shape, Role) {
                return Draw {.base = base_twins(number(p, "noise")),
                    .scale = number(p, "gain") / std::sqrt(double(std::max(shape.fan_in, 1)))};
            },
        .for_bias = false,
        .needs_matrix = true,
        .identical_units = true};
}

}   // namespace stepzero
