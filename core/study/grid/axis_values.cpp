// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/grid/axis_values.h"

#include <algorithm>
#include <set>

#include "core/base/json/write_json.h"
#include "core/base/words/words.h"
#include "core/files/experiment_json.h"
#include "core/kinds/kinds.h"
#include "core/math/activation/activation.h"
#include "core/network/init/scheme.h"
#include "core/study/grid/grid_json.h"

namespace stepzero {

namespace {

bool is_of(const Json& value, const Variable& variable)
{
    switch (variable.kind) {
    case Variable::Kind::number: {
        if (value.kind == Json::Kind::number)
            return json_line(variable.value(value.number)) == json_line(value);
        const Json* variance = value.find("variance");
        return variance && variance->kind == Json::Kind::number
            && json_line(variable.value(variance->number)) == json_line(value);
    }
    case Variable::Kind::word:
        return std::any_of(variable.choices.begin(), variable.choices.end(),
            [&](const Json& choice) { return json_line(choice) == json_line(value); });
    case Variable::Kind::scheme:
        return find_scheme(initializer_of(value).scheme) != nullptr;
    case Variable::Kind::activation:
        break;
    }
    const Activation activation = activation_of(value);
    return find_activation(activation.name) || (variable.gated && is_gated(activation));
}

std::string spaced(std::string name)
{
    std::replace(name.begin(), name.end(), '_', ' ');
    return name;
}

std::string number_or_typed(const ParameterValue& value)
{
    const std::string* typed = typed_text(value);
    return typed ? *typed : number_text(std::get<double>(value));
}

/// Returns "Normal, std 0.02": the label, and parameters that differ from their defaults.
Text label_of(Text label, const std::vector<ParameterInfo>& infos, const Parameters& parameters)
{
    std::vector<Text> words {std::move(label)};
    for (const ParameterInfo& info : infos)
        if (const ParameterValue& value = parameters.at(info.name); value != info.default_value)
            words.push_back(!is_numeric(info)
                    ? choice_label(info, std::get<std::string>(value))
                    : joined({Text::whole(spaced(info.name)), Text::name(number_or_typed(value))}, " "));
    return joined(words, ", ");
}

Text label_of(const Json& value, const Variable& variable)
{
    switch (variable.kind) {
    case Variable::Kind::number:
        return Text::name(number_text(number_of(value)));
    case Variable::Kind::word:
        for (std::size_t i = 0; i < variable.choices.size(); ++i)
            if (json_line(variable.choices[i]) == json_line(value))
                return variable.choice_labels[i];
        break;
    case Variable::Kind::scheme: {
        const Initializer initializer = initializer_of(value);
        if (const Scheme* scheme = find_scheme(initializer.scheme))
            return label_of(scheme->label, scheme->parameters, initializer.parameters);
        break;
    }
    case Variable::Kind::activation:
        const Activation activation = activation_of(value);
        if (const ActivationInfo* info = find_activation(activation.name))
            return label_of(info->label, info->parameters, activation.parameters);
    }
    return Text::whole(default_label(value));
}

}   // namespace

const Variable* variable_of(const GridAxis& axis, const std::vector<Variable>& all)
{
    // A list that contains only variances is numeric, not a list of schemes.
    for (const auto kind :
        {Variable::Kind::number, Variable::Kind::word, Variable::Kind::scheme, Variable::Kind::activation})
        for (const Variable& variable : all)
            if (variable.kind == kind && variable.path == axis.path
                && std::all_of(
                    axis.values.begin(), axis.values.end(), [&](const Json& value) { return is_of(value, variable); }))
                return &variable;
    return nullptr;
}

std::vector<Text> labels_of(const std::vector<Json>& values, const Variable& variable)
{
    std::vector<Text> labels;
    std::set<std::string> different;
    for (const Json& value : values)
        different.insert(labels.emplace_back(label_of(value, variable)).english());
    if (different.size() < labels.size())
        std::ranges::transform(values, labels.begin(), [](const Json& value) { return Text::name(json_line(value)); });
    return labels;
}

std::vector<std::string> file_labels_of(const std::vector<Json>& values, const Variable& variable)
{
    std::vector<std::string> labels;
    for (const Text& label : labels_of(values, variable))
        labels.push_back(label.english());
    return labels;
}

double number_of(const Json& value)
{
    return value.kind == Json::Kind::number ? value.number : value.find("variance")->number;
}

Initializer initializer_of(const Json& value)
{
    Problems untold;
    Initializer read
        = value.kind == Json::Kind::text ? Initializer {value.text, {}} : read_initializer(value, {}, {{}, {}}, untold);
    if (const Scheme* scheme = find_scheme(read.scheme))
        read.parameters = completed(scheme->parameters, read.parameters);
    return read;
}

Activation activation_of(const Json& value)
{
    Problems untold;
    Activation read = read_activation(value, {}, {{}, {}}, untold);
    if (const ActivationInfo* info = find_activation(read.name))
        read.parameters = completed(info->parameters, read.parameters);
    return read;
}

Json value_of(const Activation& activation)
{
    Json json = json_of(activation);
    return json.items.size() == 1 ? json.items.front() : json;
}

}   // namespace stepzero
