// SPDX-License-Identifier: GPL-3.0-or-later
// The bias of a time step Δ = softplus(… + bias): what softplus makes log-uniform between dt_min and dt_max, and at
// least dt_init_floor. Mamba (Gu, Dao 2023).
#include <algorithm>

#include "core/init/schemes.h"

namespace stepzero {

Scheme scheme_softplus_log_uniform()
{
    const auto step = [](const char* name, const char* label, double value) {
        return ParameterInfo {.name = name, .label = label, .default_value = value, .low = 1e-8, .high = 1e3};
    };
    return {.name = "softplus_log_uniform",
        .label = "Δ log-uniform",
        .parameters
        = {step("dt_min", "Δ min", 1e-3), step("dt_max", "Δ max", 0.1), step("dt_init_floor", "Δ floor", 1e-4)},
        .rule =
            [](const Parameters& p, Shape, Role) {
                const auto [low, high] = std::minmax({number(p, "dt_min"), number(p, "dt_max")});
                return Draw {.base = base_softplus_log_uniform(low, high, std::min(high, number(p, "dt_init_floor")))};
            },
        .of_role = "dt_bias"};
}

}   // namespace stepzero
