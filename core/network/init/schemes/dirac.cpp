// SPDX-License-Identifier: GPL-3.0-or-later
// The identity for convolutions: 1 at the center k//2 of each kernel that maps a channel to itself.
#include "core/network/init/schemes.h"

namespace stepzero {

Scheme scheme_dirac()
{
    return {.name = "dirac",
        .label = Text::name("Dirac"),
        .parameters
        = {{.name = "groups", .label = tr("groups"), .default_value = 1.0, .low = 1, .high = 65536, .integer = true}},
        .rule =
            [](const Parameters& p, Shape shape, Role) {
                const int middle = shape.kernel / 2;
                return Draw {.base
                    = base_identity({shape.receptive(), shape.dimensions == 1 ? middle : middle * (shape.kernel + 1)},
                        int(number(p, "groups")))};
            },
        .for_bias = false,
        .needs_convolution = true,
        .exact = true,
        .pytorch =
            [](const Parameters& p, Shape, const std::string& tensor) {
                return PytorchCall {
                    {"nn.init.dirac_(" + tensor + ", groups=" + python_number(number(p, "groups")) + ")"}};
            },
        .problem = [](const Parameters& p, Shape shape, int) -> Text {
            const int groups = int(number(p, "groups")), units = shape.rows();
            return units % groups == 0
                ? Text()
                : tr("groups must divide the channels, but %1 does not divide the %2", groups, units);
        }};
}

}   // namespace stepzero
