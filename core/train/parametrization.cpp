// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/parametrization.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "core/base/json/embedded_files.h"
#include "core/base/words/registry.h"
#include "core/kinds/kinds.h"
#include "core/network/init/parameter_use.h"
#include "core/train/parametrization_file.h"

namespace stepzero {

std::string_view word(Growth growth)
{
    static constexpr std::string_view words[growths] {"input", "hidden", "output", "vector"};
    return words[int(growth)];
}

Growth growth_of(const ParameterPlan& parameter, const NetworkPlan& plan)
{
    const auto among = [&](const std::vector<ParameterPlan>& plans) {
        return std::ranges::any_of(plans, [&](const ParameterPlan& p) { return p.name == parameter.name; });
    };
    if (parameter.kind == Role::bias)
        return Growth::vector;
    if (use_of(parameter) == ParameterUse::router || among(plan.after))
        return Growth::output;
    if (plan.kind->grows_both && plan.kind->grows_both(parameter))
        return Growth::hidden;
    // The first of the plain layers reads the input, whose size is fixed.
    const bool shared = plan.depth() > 1 && plan.block(2).find(parameter.role, parameter.kind)
        && plan.block(2).find(parameter.role, parameter.kind)->name == parameter.name;
    if (among(plan.before) || (plan.kind->layered && parameter.block == 1 && !shared))
        return Growth::input;
    return parameter.block == 0 ? Growth::output : Growth::hidden;
}

const std::vector<Parametrization>& parametrizations()
{
    static const std::vector<Parametrization> all = [] {
        std::vector<Parametrization> read;
        for (const EmbeddedFile& file : embedded_parametrizations())
            read.push_back(std::get<Parametrization>(parse_parametrization(file.text)));
        return read;
    }();
    return all;
}

const Parametrization* find_parametrization(std::string_view name) { return find_member(parametrizations(), name); }

namespace {

/// Returns √E[W²] of a plan's initializer.
double size_of(const ParameterPlan& plan)
{
    const Law law = law_of(draw_of(plan), plan.shape, plan.kind);
    return std::sqrt(law.variance + law.mean * law.mean);
}

/// Returns the base's counterpart of a parameter; when the base has fewer blocks, that of its last block.
const ParameterPlan* counterpart(const ParameterPlan& parameter, const NetworkPlan& base)
{
    const int block = std::min(parameter.block, base.depth());
    for (const ParameterPlan* plan : base.parameters())
        if (plan->role == parameter.role && plan->kind == parameter.kind && plan->block == block
            && plan->expert == parameter.expert)
            return plan;
    return nullptr;
}

}   // namespace

ScaledNetwork scaled_network(const Parametrization& by, const Network& base, const Network& network, bool adaptive)
{
    const NetworkPlan from = plan_of(base);
    const double wider = double(width_of_layer(network, 1)) / width_of_layer(base, 1);
    const double deeper = double(depth(network)) / depth(base);
    const auto factor
        = [&](const Powers& powers) { return std::pow(wider, powers.width) * std::pow(deeper, powers.depth); };
    ScaledNetwork scaled {.network = with_multipliers(network, factor(by.branch), factor(by.attention)),
        .parameters = {},
        .initial = {},
        .readout = by.rules[int(Growth::output)],
        .base_features = from.blocks.back().features_out};
    const NetworkPlan plan = plan_of(scaled.network);
    for (const ParameterPlan* parameter : plan.parameters()) {
        const GrowthRule& rule = by.rules[int(growth_of(*parameter, plan))];
        const ParameterPlan* before = counterpart(*parameter, from);
        const double own = size_of(*parameter);
        const bool follows = rule.initial && before && own > 0;
        scaled.initial.push_back(follows ? size_of(*before) * factor(*rule.initial) / own : 1);
        scaled.parameters.push_back(
            {*parameter, factor(rule.multiplier), factor(adaptive ? rule.adam_rate : rule.sgd_rate)});
    }
    return scaled;
}

}   // namespace stepzero
