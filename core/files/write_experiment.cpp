// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/activation/activation.h"
#include "core/files/experiment_json.h"
#include "core/init/scheme.h"
#include "core/json/write_json.h"
#include "core/kinds/kinds.h"
#include "core/train/adapter.h"
#include "core/train/optimizer.h"
#include "core/train/task.h"

namespace stepzero {

namespace {

Json tree(const ParameterInfo& info, const ParameterValue& value)
{
    if (is_flag(info))
        return json_of(std::get<std::string>(value) == "true");
    return std::visit([](const auto& of_a_type) { return json_of(of_a_type); }, value);
}

/// {"scheme": "normal", "mean": 0, "std": 1}: parameters in registry order, completed, without quiet ones at their
/// defaults
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
    return json;
}

Json overrides_tree(const std::vector<LayerOverride>& overrides)
{
    Json json = json_list();
    for (const LayerOverride& override : overrides)
        json.add(tree(override));
    return in_rows(std::move(json));
}

/// Three to a line.
void add_options(Json& json, const std::vector<ParameterInfo>& infos, const Parameters& given)
{
    const Parameters all = completed(infos, given);
    int told = 0;
    for (const ParameterInfo& info : infos)
        if (is_told(info, all))
            json.add(info.name, tree(info, all.at(info.name))).beside = told++ % 3 != 0;
}

/// Those that the network has, and others that it would have with other options.
Json roles_tree(const Network& network)
{
    std::map<std::string, Initializer> all(network.roles.begin(), network.roles.end());
    for (const RoleInfo& role : roles_of(network))
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
    if (!kind.layered)
        json.add("roles", roles_tree(network));
    else
        json.add("overrides", overrides_tree(network.overrides));
    return in_rows(std::move(json));
}

Json tree(const Input& input, bool tokens)
{
    if (!input.file.empty()) {
        Json json = json_object({{"file", json_of(input.file)}});
        if (!tokens && input.scaling != input_scalings().front())
            json.add("scaling", json_of(input.scaling));
        return json;
    }
    Json json = json_object({{"distribution", json_of(input.distribution)}});
    if (!tokens) {
        json.add("mean", json_of(input.mean));
        json.add("std", json_of(input.std));
    }
    json.add("samples", json_of(input.samples));
    if (tokens)
        json.add("tokens", json_of(input.tokens));
    return json;
}

/// Two lines that begin at one column.
Json tree(const Measure& measure)
{
    Json json = json_object({{"gradient", json_of(measure.gradient)},
        {"weight_spectra", json_of(measure.weight_spectra)}, {"jacobian", json_of(measure.jacobian)},
        {"correlation", json_of(measure.correlation)}, {"correlation_angle", json_of(measure.correlation_angle)}});
    for (Json& item : json.items)
        item.beside = true;
    member(json, "correlation").beside = false;
    if (measure.precision != Measure().precision) {
        json.add("precision", json_of(measure.precision));
        json.add("loss_scale", json_of(measure.loss_scale));
        member(json, "loss_scale").beside = true;
    }
    return in_rows(std::move(json));
}

template <class Info>
Json tree(const Selection& choice, const Info* info)
{
    return tree("name", choice.name, info ? &info->parameters : nullptr, choice.parameters);
}

Json tree(const Training& train)
{
    Json json = json_object({{"steps", json_of(train.steps)}, {"task", tree(train.task, find_task(train.task.name))}});
    if (!train.labels.empty())
        json.add("labels", json_of(train.labels));
    json.add("loss", json_of(train.loss));
    json.add("optimizer", tree(train.optimizer, find_optimizer(train.optimizer.name)));
    json.add("learning_rate", json_of(train.learning_rate));
    json.add("warmup", json_of(train.warmup)).beside = true;
    json.add("batch", json_of(train.batch)).beside = true;
    json.add("readout", json_of(train.readout));
    if (has_adapters(train)) {
        json.add("adapters", tree(train.adapters, find_adapter(train.adapters.name)));
        json.add("adapted", json_of(train.adapted));
    }
    if (train.linearized)
        json.add("linearized", json_of(true));
    json.add("parametrization", json_of(train.parametrization)).beside = !has_adapters(train);
    return in_rows(std::move(json));
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
    if (const Weights& weights = experiment.weights; !weights.file.empty()) {
        Json of_file = json_object({{"file", json_of(weights.file)}});
        if (!weights.family.empty())
            of_file.add("family", json_of(weights.family));
        json.add("weights", std::move(of_file));
    }
    json.add("input", tree(experiment.input, kind_of(experiment.network).takes_tokens));
    json.add("measure", tree(experiment.measure));
    if (experiment.train)
        json.add("train", tree(*experiment.train));
    json.add("seed", json_of(experiment.seed));
    json.add("replicas", json_of(experiment.replicas));
    return in_rows(std::move(json));
}

std::string format_experiment(const Experiment& experiment) { return json_lines(json_of(experiment)) + "\n"; }

}   // namespace stepzero
