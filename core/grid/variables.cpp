// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/grid/variables.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "core/activation/activation.h"
#include "core/files/experiment_json.h"
#include "core/grid/axis_values.h"
#include "core/init/scheme.h"
#include "core/json/json_path.h"
#include "core/json/write_json.h"
#include "core/kinds/kinds.h"
#include "core/train/optimizer.h"
#include "core/train/parametrization.h"
#include "core/words/ranges.h"
#include "core/words/words.h"

namespace stepzero {

namespace {

constexpr double widest_sigma = 4;   // of weights, in a list that is proposed

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

/// Halves and doubles of the present number, and itself.
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

Variable number_variable(
    const std::string& path, const std::string& label, double present, NumberRange range, bool whole)
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

Variable variance_variable(const std::string& path, const std::string& label, std::vector<double> numbers)
{
    Variable v;
    v.path = path;
    v.label = label;
    for (const ParameterInfo& info : find_scheme("mean_field")->parameters)
        if (info.name == "variance") {
            v.low = info.low;
            v.high = info.high;
        }
    v.value = variance_scheme;
    v.suggestion = values_of(numbers, variance_scheme);
    return v;
}

Variable scheme_variable(const std::string& path, const std::string& label, const Initializer& present, bool for_bias)
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
    v.label = "activation";
    v.gated = kind_of(network).gated;
    for (const char* name : {network.activation.name.c_str(), "relu", "tanh", "gelu"})
        if (Json json = value_of(name == network.activation.name ? network.activation : Activation {name, {}});
            std::none_of(v.suggestion.begin(), v.suggestion.end(),
                [&](const Json& other) { return json_line(other) == json_line(json); }))
            v.suggestion.push_back(std::move(json));
    return v;
}

/// A parameter of a scheme, an activation or a kind of network.
Variable parameter_variable(
    const std::string& path, const std::string& label, const ParameterInfo& info, double present)
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
        v.choices.push_back(is_flag(info) ? json_of(info.choices[i] == "true") : json_of(info.choices[i]));
        v.choice_labels.push_back(info.choice_labels.empty() ? info.choices[i] : info.choice_labels[i]);
    }
    v.suggestion = v.choices;
    return v;
}

void add_parameters(std::vector<Variable>& all, const std::vector<ParameterInfo>& infos, const Parameters& present,
    const std::string& path, const std::string& behind)
{
    const Parameters complete = completed(infos, present);
    for (const ParameterInfo& info : infos)
        if (std::holds_alternative<double>(info.default_value) && applies(info, complete))
            all.push_back(
                parameter_variable(path + "." + info.name, info.label + behind, info, number(complete, info.name)));
}

/// Of its learning rate by half decades: sharper than a factor four nobody sees a best one.
std::vector<Variable> of_training(const Training& train)
{
    std::vector<Variable> all;
    Variable rate
        = number_variable("train.learning_rate", "learning rate", train.learning_rate, ranges::learning_rate, false);
    std::vector<double> rates;
    for (int half = -4; half <= 4; ++half)
        rates.push_back(std::clamp(std::stod(number_text(train.learning_rate * std::pow(10, half / 2.0))),
            ranges::learning_rate.low, ranges::learning_rate.high));
    rates.erase(std::unique(rates.begin(), rates.end()), rates.end());
    rate.suggestion = values_of(rates, plain);
    all.push_back(std::move(rate));
    Variable optimizer;
    optimizer.kind = Variable::Kind::word;
    optimizer.path = "train.optimizer";
    optimizer.label = "optimizer";
    for (const OptimizerInfo& info : optimizers()) {
        optimizer.choices.push_back(json_object({{"name", json_of(info.name)}}));
        optimizer.choice_labels.push_back(info.label);
    }
    optimizer.suggestion = optimizer.choices;
    all.push_back(std::move(optimizer));
    if (const OptimizerInfo* info = find_optimizer(train.optimizer.name))
        add_parameters(all, info->parameters, train.optimizer.parameters, "train.optimizer", " of " + info->label);
    all.push_back(number_variable("train.steps", "steps of training", train.steps, ranges::steps, true));
    all.push_back(number_variable("train.warmup", "warm-up", train.warmup, ranges::warmup, true));
    all.push_back(number_variable("train.batch", "batch", train.batch, ranges::batch, true));
    ParameterInfo by {.name = "parametrization", .label = "parametrization", .default_value = train.parametrization};
    for (const Parametrization& each : parametrizations()) {
        by.choices.push_back(each.name);
        by.choice_labels.push_back(each.label);
    }
    all.push_back(word_variable("train.parametrization", by));
    return all;
}

std::vector<Variable> of_kind(const Network& network)
{
    std::vector<Variable> all;
    const NetworkKind& kind = kind_of(network);
    const Parameters present = completed(kind.options, network.options);
    for (const ParameterInfo& info : kind.options)
        all.push_back(std::holds_alternative<double>(info.default_value)
                ? parameter_variable("network." + info.name, info.label, info, number(present, info.name))
                : word_variable("network." + info.name, info));
    for (const RoleInfo& role : roles_of(network))
        all.push_back(scheme_variable("network.roles." + role.name, "scheme of " + role.label,
            initializer_of(network, role.name, role.kind), role.kind == Role::bias));
    return all;
}

}   // namespace

std::vector<Variable> variables(const Experiment& base)
{
    const Network& network = base.network;
    const bool layered = kind_of(network).layered;
    std::vector<Variable> all {scheme_variable("network.weight", "scheme of the weights", network.weight, false),
        activation_variable(network)};
    if (network.widths.empty()) {
        const std::string& length = kind_of(network).length;
        all.push_back(number_variable("network." + length, length, network.depth, ranges::depth, true));
        all.push_back(number_variable("network.width", "width", network.width, ranges::width, true));
    }
    if (layered) {
        std::vector<double> variances;
        constexpr int steps = 8;
        for (int i = 1; i <= steps; ++i)
            variances.push_back(widest_sigma * i / steps);
        all.push_back(variance_variable("network.weight", "variance σ_w² of the weights", variances));
        all.push_back(variance_variable("network.bias", "variance σ_b² of the biases", {0.0, 0.05, 0.1, 0.5, 1.0}));
    }
    all.front().kernels = kind_of(network).kernels;
    add_parameters(all, find_scheme(network.weight.scheme)->parameters, network.weight.parameters, "network.weight",
        " of the weights");
    if (const ActivationInfo* info = find_activation(network.activation.name))
        add_parameters(
            all, info->parameters, network.activation.parameters, "network.activation", " of the activation");
    add_parameters(
        all, find_scheme(network.bias.scheme)->parameters, network.bias.parameters, "network.bias", " of the biases");
    all.push_back(scheme_variable("network.bias", "scheme of the biases", network.bias, true));
    for (Variable& variable : of_kind(network))
        all.push_back(std::move(variable));
    all.push_back(number_variable("input.samples", kind_of(network).takes_tokens ? "sequences" : "samples",
        base.input.samples, ranges::samples, true));
    if (kind_of(network).takes_tokens)
        all.push_back(number_variable("input.tokens", "tokens of a sequence", base.input.tokens, ranges::tokens, true));
    else if (base.input.file.empty())
        all.push_back(number_variable("input.std", "std of the input", base.input.std, ranges::input_std, false));
    if (base.input.file.empty())
        all.push_back(word_variable("input.distribution",
            {.name = "distribution",
                .label = "distribution of the input",
                .default_value = base.input.distribution,
                .choices = kind_of(network).distributions}));
    else if (!kind_of(network).takes_tokens)
        all.push_back(word_variable("input.scaling",
            {.name = "scaling",
                .label = "scaling of the input",
                .default_value = base.input.scaling,
                .choices = input_scalings()}));
    if (base.train)
        for (Variable& variable : of_training(*base.train))
            all.push_back(std::move(variable));
    Variable seeds = number_variable("seed", "seed", 0, ranges::seed, true);
    seeds.suggestion = values_of({1, 2, 3, 4, 5}, plain);
    all.push_back(std::move(seeds));
    all.push_back(number_variable("replicas", "replicas", base.replicas, ranges::replicas, true));
    return all;
}

}   // namespace stepzero
