// SPDX-License-Identifier: GPL-3.0-or-later
// The bias of a time step Δ = softplus(… + bias). Its softplus is log-uniform between dt_min and dt_max, and at least
// dt_init_floor. Mamba (Gu, Dao 2023).
#include <algorithm>

#include "core/network/init/schemes.h"

namespace stepzero {

Scheme scheme_softplus_log_uniform()
{
    const auto step = [](const char* name, const Text& label, double value) {
        return ParameterInfo {.name = name, .label = label, .default_value = value, .low = 1e-8, .high = 1e3};
    };
    return {.name = "softplus_log_uniform",
        .label = tr("Δ log-uniform"),
        .source = "Gu and Dao 2023",
        .parameters = {step("dt_min", tr("Δ min"), 1e-3), step("dt_max", tr("Δ max"), 0.1),
            step("dt_init_floor", tr("Δ floor"), 1e-4)},
        .rule =
            [](const Parameters& p, Shape, Role) {
                const auto [low, high] = std::minmax({number(p, "dt_min"), number(p, "dt_max")});
                return Draw {.base = base_softplus_log_uniform(low, high, std::min(high, number(p, "dt_init_floor")))};
            },
        .of_role = "dt_bias"};
}

}   // namespace stepzero
