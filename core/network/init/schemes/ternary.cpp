// SPDX-License-Identifier: GPL-3.0-or-later
// −γ, 0 or γ: N(0, std²) rounded to multiples of γ = std·√(2/π), the mean of |w|, as the network computes with it. The
// variance is 0.44 std², and 69% of the entries are not 0. Ma et al.: The era of 1-bit LLMs. 2024.
#include "core/network/init/schemes.h"

namespace stepzero {

Scheme scheme_ternary()
{
    return {.name = "ternary",
        .label = tr("Ternary"),
        .source = "Ma et al. 2024 (BitNet b1.58)",
        .parameters = {{.name = "std", .label = tr("standard deviation"), .default_value = 0.02, .low = 0}},
        .rule
        = [](const Parameters& p, Shape, Role) { return Draw {.base = base_ternary(), .scale = number(p, "std")}; },
        .for_bias = false};
}

}   // namespace stepzero
