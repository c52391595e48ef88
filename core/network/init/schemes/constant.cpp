// SPDX-License-Identifier: GPL-3.0-or-later
// zeros, ones and constant: all entries are equal.
#include "core/network/init/fans.h"
#include "core/network/init/schemes.h"

namespace stepzero {

Scheme scheme_zeros()
{
    return {.name = "zeros",
        .label = tr("Zeros"),
        .parameters = {},
        .rule = [](const Parameters&, Shape, Role) { return constant_draw(0); },
        .exact = true,
        .everywhere = "0",
        .identical_units = true};
}

Scheme scheme_ones()
{
    return {.name = "ones",
        .label = tr("Ones"),
        .parameters = {},
        .rule = [](const Parameters&, Shape, Role) { return constant_draw(1); },
        .exact = true,
        .everywhere = "1",
        .identical_units = true};
}

Scheme scheme_constant()
{
    return {.name = "constant",
        .label = tr("Constant"),
        .parameters = {{.name = "value", .label = tr("value"), .default_value = 0.0}},
        .rule = [](const Parameters& p, Shape, Role) { return constant_draw(number(p, "value")); },
        .everywhere = "{value}",
        .identical_units = true,
        .pytorch =
            [](const Parameters& p, Shape, const std::string& tensor) {
                if (!typed_text(p.at("value"))) {
                    const Draw draw = constant_draw(number(p, "value"));
                    return PytorchCall {draw.base->pytorch(draw, tensor)};
                }
                return PytorchCall {{"nn.init.constant_(" + tensor + ", " + python_argument(p, "value") + ")"}};
            }};
}

}   // namespace stepzero
