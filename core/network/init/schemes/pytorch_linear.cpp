// SPDX-License-Identifier: GPL-3.0-or-later
// The default of torch.nn.Linear: kaiming_uniform(a = √5), which is U(±1/√fan_in), for weight and bias.
#include <cmath>

#include "core/network/init/fans.h"
#include "core/network/init/schemes.h"

namespace stepzero {

Scheme scheme_pytorch_linear()
{
    return {.name = "pytorch_linear",
        .label = tr("PyTorch default (linear)"),
        .parameters = with_layout({}),
        .rule = [](const Parameters&, Shape shape,
                    Role) { return Draw {.base = base_uniform(), .scale = 1 / std::sqrt(double(shape.fan_in))}; },
        .variance =
            [](const Parameters&, Role) {
                return FanVariance {1, "1", Fan::in, 3};
            },
        .fits_activation = true,
        .pytorch_default = true};
}

}   // namespace stepzero
