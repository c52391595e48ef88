// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/init/parameter_use.h"

#include "core/base/words/registry.h"

namespace stepzero {

namespace {

constexpr NamedValue<ParameterUse> use_names[] {{ParameterUse::map, ""}, {ParameterUse::tokens, "embedding"},
    {ParameterUse::positions, "position"}, {ParameterUse::distances, "relative_bias"},
    {ParameterUse::values, "value_embedding"}, {ParameterUse::class_token, "class_token"},
    {ParameterUse::kernel, "conv1d"}, {ParameterUse::rates, "A_log"}, {ParameterUse::router, "router"},
    {ParameterUse::head, "head"}, {ParameterUse::readout, "readout"}};

}   // namespace

ParameterUse use_of(std::string_view role) { return value_named(use_names, role); }
ParameterUse use_of(const ParameterPlan& plan) { return use_of(plan.role); }

bool is_looked_up(const ParameterPlan& plan)
{
    const ParameterUse use = use_of(plan);
    return use == ParameterUse::tokens || use == ParameterUse::positions || use == ParameterUse::distances
        || use == ParameterUse::values || use == ParameterUse::class_token;
}

bool is_norm_scale(const ParameterPlan& plan) { return plan.kind == Role::bias && plan.name.ends_with(".weight"); }

bool is_map(const ParameterPlan& plan)
{
    const ParameterUse use = use_of(plan);
    return plan.kind == Role::weight && !is_looked_up(plan) && plan.window.groups == 1 && use != ParameterUse::kernel
        && use != ParameterUse::rates;
}

}   // namespace stepzero
