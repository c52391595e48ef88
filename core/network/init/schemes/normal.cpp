// SPDX-License-Identifier: GPL-3.0-or-later
// N(mean, std²).
#include "core/network/init/schemes.h"

namespace stepzero {

Scheme scheme_normal()
{
    return {.name = "normal",
        .label = tr("Normal"),
        .parameters = {{.name = "mean", .label = tr("mean"), .default_value = 0.0},
            {.name = "std", .label = tr("standard deviation"), .default_value = 1.0, .low = 0}},
        .rule
        = [](const Parameters& p, Shape,
              Role) { return Draw {.base = base_normal(), .scale = number(p, "std"), .shift = number(p, "mean")}; },
        .variance =
            [](const Parameters& p, Role) {
                return FanVariance {number(p, "std") * number(p, "std"), "std^2"};
            },
        .deviation = "std",
        .pytorch =
            [](const Parameters& p, Shape, const std::string& tensor) {
                return PytorchCall {{"nn.init.normal_(" + tensor + ", mean=" + python_argument(p, "mean")
                    + ", std=" + python_argument(p, "std") + ")"}};
            }};
}

}   // namespace stepzero
