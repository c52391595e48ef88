// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "core/base/words/registry.h"
#include "core/kinds/kinds.h"

namespace stepzero {

namespace {

const Initializer& ones()
{
    static const Initializer initializer {"ones", {}};
    return initializer;
}

const ParameterValue& value_of(const Network& network, std::string_view name)
{
    if (const auto found = network.options.find(name); found != network.options.end())
        return found->second;
    for (const ParameterInfo& info : kind_of(network).options)
        if (info.name == name)
            return info.default_value;
    throw std::out_of_range("no option " + std::string(name));
}

}   // namespace

namespace {
std::vector<NetworkKind>& registry()
{
#define STEPZERO_ENTRY(name) name##_kind(),
    static std::vector<NetworkKind> all {STEPZERO_KINDS(STEPZERO_ENTRY)};
#undef STEPZERO_ENTRY
    return all;
}
}   // namespace

const std::vector<NetworkKind>& kinds() { return registry(); }

void add_kind(const NetworkKind& kind) { registry().push_back(kind); }

const NetworkKind* find_kind(std::string_view name) { return find_member(kinds(), name); }

const NetworkKind& kind_of(const Network& network)
{
    if (const NetworkKind* found = find_kind(network.kind))
        return *found;
    throw std::invalid_argument("no kind " + network.kind);
}

double option(const Network& network, std::string_view name) { return std::get<double>(value_of(network, name)); }

int whole_option(const Network& network, std::string_view name) { return int(std::lround(option(network, name))); }

const std::string& option_word(const Network& network, std::string_view name)
{
    return std::get<std::string>(value_of(network, name));
}

bool has_option(const Network& network, std::string_view name)
{
    return std::ranges::any_of(kind_of(network).options, [&](const ParameterInfo& info) { return info.name == name; });
}

bool has_norms(const Network& network) { return structure_of(network).norms.has_value(); }

bool norms_hold_stream(const Network& network)
{
    const auto norms = structure_of(network).norms;
    return norms && norms->hold_stream;
}

Network with_multipliers(const Network& network, double branch, double attention)
{
    Network changed = network;
    for (const auto& [name, factor] : {std::pair("branch", branch), {"attention_multiplier", attention}})
        if (has_option(network, name))
            changed.options[name] = option(network, name) * factor;
    return changed;
}

NetworkStructure structure_of(const Network& network)
{
    const NetworkKind& kind = kind_of(network);
    return kind.structure ? kind.structure(network) : NetworkStructure {};
}

bool option_chosen(const Network& network, std::string_view name)
{
    return has_option(network, name) && option_word(network, name) != "none";
}

bool option_flag(const Network& network, std::string_view name)
{
    return has_option(network, name) && is_on(value_of(network, name));
}

NetworkPlan plan_of(const Network& network) { return kind_of(network).plan(network); }

Prediction predict(const Experiment& experiment, const NetworkPlan& plan, Extent extent, const Context& context)
{
    Prediction prediction = plan.kind->predict(experiment, plan, extent, std::nullopt, context);
    if (plan.given)   // one network, without a distribution of how others would differ
        for (BlockPrediction& block : prediction.blocks)
            for (SitePrediction& site : block.sites)
                for (auto& [quantity, predicted] : site.numbers) {
                    predicted.spread.reset();
                    predicted.shift = 0;
                }
    return prediction;
}

std::vector<RoleInfo> roles_of(const Network& network)
{
    std::vector<RoleInfo> present;
    for (const RoleInfo& role : kind_of(network).roles)
        if (!role.present || role.present(network))
            present.push_back(role);
    return present;
}

const Initializer& initializer_of(const Network& network, const std::string& role, Role kind)
{
    if (const auto found = network.roles.find(role); found != network.roles.end())
        return found->second;
    const std::vector<RoleInfo>& roles = kind_of(network).roles;
    if (const auto info = std::ranges::find(roles, role, &RoleInfo::name); info != roles.end()) {
        if (info->usual)
            return *info->usual;
        if (info->follows == role_of_biases)
            return network.bias;
        if (!info->follows.empty())
            return initializer_of(network, info->follows, kind);
    }
    return kind == Role::weight ? network.weight : kind_of(network).biases_follow ? network.bias : ones();
}

NumberVariables law_variables_of(const Network& network)
{
    const NetworkKind& kind = kind_of(network);
    NumberVariables all = kind.law_variables ? kind.law_variables(network) : NumberVariables {};
    all.merge(common_law_variables(network));   // keeps those of the kind
    return all;
}

Initializer initializer_in_block(const Network& network, const std::string& role, Role kind, int block)
{
    const LawPlace place {.shape = {network.width, network.width}, .role = kind, .block = block};
    return evaluated(initializer_of(network, role, kind), place, law_variables_of(network));
}

const std::string& initializing_role(const Network& network, const RoleInfo& role)
{
    return role.follows.empty() || network.roles.contains(role.name) ? role.name : role.follows;
}

bool scales_norms(const RoleInfo& role) { return role.name == role_of_norms || role.follows == role_of_norms; }

std::vector<RoleInfo> specified_norm_scales(const Network& network)
{
    std::vector<RoleInfo> roles = roles_of(network);
    std::erase_if(
        roles, [&](const RoleInfo& role) { return !scales_norms(role) || !network.roles.contains(role.name); });
    return roles;
}

bool is_gated(const Activation& activation)
{
    const auto& pairs = gated_pairs();
    return std::find(pairs.begin(), pairs.end(), activation.name) != pairs.end();
}

const std::vector<std::string>& gated_pairs()
{
    static const std::vector<std::string> names {"glu", "reglu", "geglu", "geglu_tanh", "swiglu", "bilinear"};
    return names;
}

}   // namespace stepzero
