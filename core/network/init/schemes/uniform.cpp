// SPDX-License-Identifier: GPL-3.0-or-later
// U(low, high).
#include "core/network/init/schemes.h"

namespace stepzero {

Scheme scheme_uniform()
{
    return {.name = "uniform",
        .label = tr("Uniform"),
        .parameters = {{.name = "low", .label = tr("low"), .default_value = 0.0},
            {.name = "high", .label = tr("high"), .default_value = 1.0}},
        .rule =
            [](const Parameters& p, Shape, Role) {
                const double low = number(p, "low"), high = number(p, "high");
                return Draw {.base = base_uniform(), .scale = 0.5 * (high - low), .shift = 0.5 * (high + low)};
            },
        .variance =
            [](const Parameters& p, Role) {
                const double wide = number(p, "high") - number(p, "low");
                return FanVariance {wide * wide, "(high − low)^2", Fan::none, 12};
            },
        .pytorch =
            [](const Parameters& p, Shape, const std::string& tensor) {
                return PytorchCall {{"nn.init.uniform_(" + tensor + ", " + python_argument(p, "low") + ", "
                    + python_argument(p, "high") + ")"}};
            }};
}

}   // namespace stepzero
