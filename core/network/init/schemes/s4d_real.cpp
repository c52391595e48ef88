// SPDX-License-Identifier: GPL-3.0-or-later
// A_log = ln(1, 2, …, d_state) for every channel, so that A = −1, −2, …. This is S4D-real (Gu et al.: On the
// parameterization and initialization of diagonal state space models. 2022), as in Mamba (Gu, Dao 2023).
#include "core/network/init/schemes.h"

namespace stepzero {

Scheme scheme_s4d_real()
{
    return {.name = "s4d_real",
        .label = tr("S4D-real: ln 1, ln 2, …"),
        .source = "Gu et al. 2022",
        .parameters = {},
        .rule = [](const Parameters&, Shape, Role) { return Draw {.base = base_log_ordinal()}; },
        .for_bias = false,
        .of_role = "A_log"};
}

}   // namespace stepzero
