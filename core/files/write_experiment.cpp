// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json/write_json.h"
#include "core/base/words/registry.h"
#include "core/files/experiment_json.h"
#include "core/files/fields.h"
#include "core/kinds/kinds.h"
#include "core/math/activation/activation.h"
#include "core/network/init/scheme.h"
#include "core/train/adapter.h"

namespace stepzero {

namespace {

Json tree(const ParameterInfo& info, const ParameterValue& value)
{
    if (is_flag(info))
        return json_of(is_on(value));
    if (const std::string* typed = typed_text(value))
        return json_of(*typed);
    return std::holds_alternative<double>(value) ? json_of(std::get<double>(value))
                                                 : json_of(std::get<std::string>(value));
}

/// Returns {"scheme": "normal", "mean": 0, "std": 1}: all parameters in registry order, without quiet ones at their
/// defaults.
Json tree(const char* key, const std::string& name, const std::vector<ParameterInfo>* infos, const Parameters& given)
{
    Json json = json_object({{key, json_of(name)}});
    if (infos) {
        const Parameters all = completed(*infos, given);
        for (const ParameterInfo& info : *infos)
            if (is_told(info, all))
                json.add(info.name, tree(info, all.at(info.name)));
    }
    return json;
}

Json tree(const LayerOverride& override)
{
    Json json = json_object({{"layer", json_of(override.layer)}});
    if (override.activation)
        json.add("activation", json_of(*override.activation));
    if (override.weight)
        json.add("weight", json_of(*override.weight));
    if (override.bias)
        json.add("bias", json_of(*override.bias));
    for (const OptionOverride& option : option_overrides)
        std::visit(
            [&](auto own) {
                if (override.*own)
                    json.add(option.name, json_of(*(override.*own)));
            },
            option.own);
    return json;
}

Json overrides_tree(const std::vector<LayerOverride>& overrides)
{
    Json json = json_list();
    for (const LayerOverride& override : overrides)
        json.add(tree(override));
    return in_rows(std::move(json));
}

/// Adds three options per line.
void add_options(Json& json, const std::vector<ParameterInfo>& infos, const Parameters& given)
{
    const Parameters all = completed(infos, given);
    int told = 0;
    for (const ParameterInfo& info : infos)
        if (is_told(info, all))
            json.add(info.name, tree(info, all.at(info.name))).beside = told++ % 3 != 0;
}

/// Returns the roles of the network, and those it would have with other options. Roles that follow another one are left
/// out.
Json roles_tree(const Network& network)
{
    std::map<std::string, Initializer> all(network.roles.begin(), network.roles.end());
    for (const RoleInfo& role : roles_of(network))
        if (role.follows.empty())
            all.emplace(role.name, initializer_of(network, role.name, role.kind));
    Json json = json_object();
    for (const RoleInfo& role : kind_of(network).roles)
        if (const auto found = all.find(role.name); found != all.end())
            json.add(role.name, json_of(found->second));
    return in_rows(std::move(json));
}

Json tree(const Network& network)
{
    const NetworkKind& kind = kind_of(network);
    Json json = json_object({{"kind", json_of(network.kind)}});
    if (kind.takes_input_width())
        json.add("input_width", json_of(width_of_layer(network, 0)));
    if (network.widths.empty()) {
        json.add(kind.length, json_of(network.depth));
        json.add("width", json_of(network.width));
    } else {
        json.add("widths", json_of(network.widths));
    }
    add_options(json, kind.options, network.options);
    json.add("activation", json_of(network.activation));
    json.add("weight", json_of(network.weight));
    json.add("bias", json_of(network.bias));
    if (Json roles = roles_tree(network); !kind.layered || !roles.keys.empty())
        json.add("roles", std::move(roles));
    if (kind.layered)
        json.add("overrides", overrides_tree(network.overrides));
    return in_rows(std::move(json));
}

Json tree(const Field& field, const Selection& choice)
{
    const FieldChoice* found = find_member(field.choices, choice.name);
    return tree("name", choice.name, found ? found->parameters : nullptr, choice.parameters);
}

/// Returns the fields of one part of an experiment that a file has.
Json tree(const Experiment& experiment, std::string_view part)
{
    Json json = json_object();
    const auto add = [&](const Field& field, const auto& value) {
        if constexpr (std::is_same_v<std::remove_cvref_t<decltype(value)>, Selection>)
            json.add(field.key(), tree(field, value));
        else
            json.add(field.key(), json_of(value)).beside = field.beside;
    };
    for (const Field& field : fields_of(experiment.network, part))
        if (is_told(field, experiment))
            std::visit([&](const auto& place) { add(field, place(experiment)); }, field.place);
    return json;
}

}   // namespace

Json json_of(const Activation& activation)
{
    const ActivationInfo* info = find_activation(activation.name);
    return tree("name", activation.name, info ? &info->parameters : nullptr, activation.parameters);
}

Json json_of(const Initializer& initializer)
{
    const Scheme* scheme = find_scheme(initializer.scheme);
    return tree("scheme", initializer.scheme, scheme ? &scheme->parameters : nullptr, initializer.parameters);
}

Json json_of(const Experiment& experiment)
{
    Json json = json_object({{"format", json_of("stepzero-experiment")}, {"version", json_of(1)},
        {"title", json_of(experiment.title)}, {"network", tree(experiment.network)}});
    if (!experiment.weights.file.empty())
        json.add("weights", tree(experiment, "weights"));
    json.add("input", tree(experiment, "input"));
    json.add("measure", in_rows(tree(experiment, "measure")));
    if (experiment.train) {
        Json train = in_rows(tree(experiment, "train"));
        member(train, "parametrization").beside = !has_adapters(*experiment.train);
        json.add("train", std::move(train));
    }
    json.add("seed", json_of(experiment.seed));
    json.add("replicas", json_of(experiment.replicas));
    return in_rows(std::move(json));
}

std::string format_experiment(const Experiment& experiment) { return json_lines(json_of(experiment)) + "\n"; }

bool is_header_key(std::string_view key) { return key == "format" || key == "version"; }

}   // namespace stepzero
