// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/grid/variables.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>

#include "core/base/json/json_path.h"
#include "core/base/json/write_json.h"
#include "core/base/words/ranges.h"
#include "core/base/words/registry.h"
#include "core/base/words/words.h"
#include "core/files/experiment_json.h"
#include "core/files/fields.h"
#include "core/kinds/kinds.h"
#include "core/math/activation/activation.h"
#include "core/network/init/scheme.h"
#include "core/study/grid/axis_values.h"

namespace stepzero {

namespace {

constexpr double widest_sigma = 4;   // largest σ of weights in a proposed list

Json plain(double number) { return json_of(number); }

Json variance_scheme(double variance)
{
    return json_object({{"scheme", json_of("mean_field")}, {"variance", json_of(variance)}});
}

std::vector<Json> values_of(const std::vector<double>& numbers, Json (*value)(double))
{
    std::vector<Json> values;
    for (const double number : numbers)
        values.push_back(value(number));
    return values;
}

/// Returns the present number, its halves and its doubles.
std::vector<double> around(double number, double low, double high, bool whole)
{
    std::vector<double> numbers;
    for (const double factor : {0.25, 0.5, 1.0, 2.0, 4.0}) {
        double next = std::clamp(number * factor, low, high);
        next = whole ? std::round(next) : std::stod(number_text(next));
        if (numbers.empty() || next > numbers.back())
            numbers.push_back(next);
    }
    return numbers;
}

Variable number_variable(const std::string& path, const Text& label, double present, NumberRange range, bool whole)
{
    Variable v;
    v.path = path;
    v.label = label;
    v.low = range.low;
    v.high = range.high;
    v.whole = whole;
    v.value = plain;
    v.suggestion
        = values_of(present == 0 ? std::vector<double> {0.0} : around(present, range.low, range.high, whole), plain);
    return v;
}

Variable variance_variable(const std::string& path, const Text& label, std::vector<double> numbers)
{
    Variable v;
    v.path = path;
    v.label = label;
    for (const ParameterInfo& info : find_scheme("mean_field")->parameters)
        if (info.name == "variance") {
            v.low = info.low;
            v.high = info.high;
        }
    v.variance = true;
    v.value = variance_scheme;
    v.suggestion = values_of(numbers, variance_scheme);
    return v;
}

Variable scheme_variable(const std::string& path, const Text& label, const Initializer& present, bool for_bias)
{
    Variable v;
    v.kind = Variable::Kind::scheme;
    v.path = path;
    v.label = label;
    v.for_bias = for_bias;
    std::vector<Initializer> several {present};
    if (for_bias)
        several.push_back({"normal", {{"std", 0.1}}});
    else
        several.insert(several.end(),
            {{"xavier_normal", {}}, {"kaiming_normal", {{"nonlinearity", std::string("relu")}}}, {"orthogonal", {}}});
    std::set<std::string> known;
    for (const Initializer& initializer : several)
        if (Json json = json_of(initializer); known.insert(json_line(json)).second)
            v.suggestion.push_back(std::move(json));
    return v;
}

Variable activation_variable(const Network& network)
{
    Variable v;
    v.kind = Variable::Kind::activation;
    v.path = "network.activation";
    v.label = tr("activation");
    v.gated = kind_of(network).gated;
    for (const char* name : {network.activation.name.c_str(), "relu", "tanh", "gelu"})
        if (Json json = value_of(name == network.activation.name ? network.activation : Activation {name, {}});
            std::none_of(v.suggestion.begin(), v.suggestion.end(),
                [&](const Json& other) { return json_line(other) == json_line(json); }))
            v.suggestion.push_back(std::move(json));
    return v;
}

/// Returns the variable of a parameter of a scheme, an activation or a kind of network.
Variable parameter_variable(const std::string& path, const Text& label, const ParameterInfo& info, double present)
{
    return number_variable(path, label, present, {info.low, info.high}, info.integer);
}

Variable word_variable(const std::string& path, const ParameterInfo& info)
{
    Variable v;
    v.kind = Variable::Kind::word;
    v.path = path;
    v.label = info.label;
    for (std::size_t i = 0; i < info.choices.size(); ++i) {
        v.choices.push_back(is_flag(info) ? json_of(is_on(info.choices[i])) : json_of(info.choices[i]));
        v.choice_labels.push_back(choice_label(info, i));
    }
    v.suggestion = v.choices;
    return v;
}

void add_parameters(std::vector<Variable>& all, const std::vector<ParameterInfo>& infos, const Parameters& present,
    const std::string& path, const std::function<Text(const Text& parameter)>& named)
{
    const Parameters complete = completed(infos, present);
    for (const ParameterInfo& info : infos)
        if (is_numeric(info) && applies(info, complete)) {
            const bool typed = typed_text(complete.at(info.name));   // values are then suggested around the default
            all.push_back(parameter_variable(path + "." + info.name, named(info.label), info,
                typed ? std::get<double>(info.default_value) : number(complete, info.name)));
        }
}

/// Returns the variable of a choice; members of a registry are varied without their parameters.
Variable choice_variable(const Field& field)
{
    Variable v;
    v.kind = Variable::Kind::word;
    v.path = field.path;
    v.label = field.words.name;
    const bool is_member = std::holds_alternative<Place<Selection>>(field.place);
    for (const FieldChoice& choice : field.choices) {
        v.choices.push_back(is_member ? json_object({{"name", json_of(choice.name)}}) : json_of(choice.name));
        v.choice_labels.push_back(choice.label);
    }
    v.suggestion = v.choices;
    return v;
}

Variable number_variable(const Field& field, const Experiment& base)
{
    const double present = number_of(field, base);
    Variable v = number_variable(field.path, field.words.name, present, field.range, is_whole(field));
    if (field.suggested)
        v.suggestion = values_of(field.suggested(present), plain);
    return v;
}

void add_field(std::vector<Variable>& all, const Field& field, const Experiment& base)
{
    all.push_back(field.choices.empty() ? number_variable(field, base) : choice_variable(field));
    const auto* place = std::get_if<Place<Selection>>(&field.place);
    if (!place)
        return;
    const Selection& present = (*place)(base);
    if (const FieldChoice* found = find_member(field.choices, present.name))
        add_parameters(all, *found->parameters, present.parameters, field.path,
            [found](const Text& parameter) { return tr("%1 of %2", parameter, found->label); });
}

/// Adds the fields that studies offer and that have an effect; for input and training, the most common first.
void add_fields(std::vector<Variable>& all, const Experiment& base)
{
    std::vector<const Field*> fields;
    for (const Field& field : fields_of(base.network))
        if (field.part() != "network" && field.asked > 0 && applies(field, base))
            fields.push_back(&field);
    std::ranges::stable_sort(fields, std::greater(), &Field::asked);
    for (const Field* field : fields)
        add_field(all, *field, base);
}

std::vector<Variable> of_kind(const Network& network)
{
    std::vector<Variable> all;
    const NetworkKind& kind = kind_of(network);
    const Parameters present = completed(kind.options, network.options);
    for (const ParameterInfo& info : kind.options)
        all.push_back(is_numeric(info)
                ? parameter_variable("network." + info.name, info.label, info, number(present, info.name))
                : word_variable("network." + info.name, info));
    for (const RoleInfo& role : roles_of(network))
        all.push_back(scheme_variable("network.roles." + role.name, tr("scheme of %1", role.label),
            initializer_of(network, role.name, role.kind), role.kind == Role::bias));
    return all;
}

}   // namespace

std::vector<Variable> variables(const Experiment& base)
{
    const Network& network = base.network;
    const bool layered = kind_of(network).layered;
    std::vector<Variable> all {
        scheme_variable("network.weight", tr("weight scheme"), network.weight, false), activation_variable(network)};
    for (const Field& field : fields_of(network, "network"))
        if (applies(field, base))
            add_field(all, field, base);
    if (layered) {
        std::vector<double> variances;
        constexpr int steps = 8;
        for (int i = 1; i <= steps; ++i)
            variances.push_back(widest_sigma * i / steps);
        all.push_back(variance_variable("network.weight", tr("weight variance σ_w²"), variances));
        all.push_back(variance_variable("network.bias", tr("bias variance σ_b²"), {0.0, 0.05, 0.1, 0.5, 1.0}));
    }
    all.front().kernels = kind_of(network).kernels;
    add_parameters(all, find_scheme(network.weight.scheme)->parameters, network.weight.parameters, "network.weight",
        [](const Text& parameter) { return tr("%1 of the weights", parameter); });
    if (const ActivationInfo* info = find_activation(network.activation.name))
        add_parameters(all, info->parameters, network.activation.parameters, "network.activation",
            [](const Text& parameter) { return tr("%1 of the activation", parameter); });
    add_parameters(all, find_scheme(network.bias.scheme)->parameters, network.bias.parameters, "network.bias",
        [](const Text& parameter) { return tr("%1 of the biases", parameter); });
    all.push_back(scheme_variable("network.bias", tr("bias scheme"), network.bias, true));
    for (Variable& variable : of_kind(network))
        all.push_back(std::move(variable));
    add_fields(all, base);
    return all;
}

}   // namespace stepzero
