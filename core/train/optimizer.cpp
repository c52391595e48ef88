// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/optimizer.h"

#include "core/base/words/registry.h"

namespace stepzero {

const std::vector<OptimizerInfo>& optimizers()
{
#define STEPZERO_ENTRY(name) optimizer_##name(),
    static const std::vector<OptimizerInfo> all {STEPZERO_OPTIMIZERS(STEPZERO_ENTRY)};
#undef STEPZERO_ENTRY
    return all;
}

const OptimizerInfo* find_optimizer(std::string_view name) { return find_member(optimizers(), name); }

void decay(WeightMatrix& weights, double by)
{
    if (by != 0)
        weights *= float(1 - by);
}

ParameterInfo weight_decay_info()
{
    return {.name = "weight_decay", .label = tr("weight decay"), .default_value = 0.0, .low = 0, .high = 100};
}

}   // namespace stepzero
