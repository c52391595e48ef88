// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/grid/vary.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>

#include "core/activation/activation.h"
#include "core/files/experiment_json.h"
#include "core/grid/grid_json.h"
#include "core/init/scheme.h"
#include "core/json/read_json.h"
#include "core/json/write_json.h"
#include "core/network/architecture.h"
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
    v.gated = architecture_of(network).gated;
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
    for (const ParameterInfo& info : infos)
        if (std::holds_alternative<double>(info.default_value))
            all.push_back(parameter_variable(
                path + "." + info.name, info.label + behind, info, number(completed(infos, present), info.name)));
}

std::vector<Variable> of_architecture(const Network& network)
{
    std::vector<Variable> all;
    const Architecture& architecture = architecture_of(network);
    const Parameters present = completed(architecture.options, network.options);
    for (const ParameterInfo& info : architecture.options)
        all.push_back(std::holds_alternative<double>(info.default_value)
                ? parameter_variable("network." + info.name, info.label, info, number(present, info.name))
                : word_variable("network." + info.name, info));
    for (const RoleInfo& role : roles_of(network))
        all.push_back(scheme_variable("network.roles." + role.name, "scheme of " + role.label,
            initializer_of(network, role.name, role.kind), role.kind == Role::bias));
    return all;
}

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

/// The word under `key` and what stands beside it.
std::pair<std::string, Parameters> named(const Json& value, const char* key)
{
    if (value.kind == Json::Kind::text)
        return {value.text, {}};
    std::pair<std::string, Parameters> found;
    for (std::size_t i = 0; i < value.keys.size(); ++i)
        if (value.keys[i] == key)
            found.first = value.items[i].text;
        else if (value.items[i].kind == Json::Kind::number)
            found.second[value.keys[i]] = value.items[i].number;
        else if (value.items[i].kind == Json::Kind::text)
            found.second[value.keys[i]] = value.items[i].text;
    return found;
}

std::string spaced(std::string name)
{
    std::replace(name.begin(), name.end(), '_', ' ');
    return name;
}

/// "Normal, std 0.02": the label, and the parameters that are not at their defaults.
std::string label_of(const std::string& label, const std::vector<ParameterInfo>& infos, const Parameters& parameters)
{
    std::string words = label;
    for (const ParameterInfo& info : infos)
        if (const ParameterValue& value = parameters.at(info.name); value != info.default_value)
            words += ", "
                + (std::holds_alternative<double>(value)
                        ? spaced(info.name) + " " + number_text(std::get<double>(value))
                        : std::get<std::string>(value));
    return words;
}

std::string label_of(const Json& value, const Variable& variable)
{
    switch (variable.kind) {
    case Variable::Kind::number:
        return number_text(number_of(value));
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
    return default_label(value);
}

// ---- numbers as people type them ---------------------------------------------------------------------------

constexpr std::size_t most_numbers = 1000;

std::string trimmed(std::string_view text)
{
    const auto first = text.find_first_not_of(" \t");
    return first == std::string_view::npos ? std::string()
                                           : std::string(text.substr(first, text.find_last_not_of(" \t") - first + 1));
}

struct WrongNumbers {
    std::string sentence;
};

double one_number(std::string_view text)
{
    const std::string word = trimmed(text);
    double number = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (error != std::errc() || end != word.data() + word.size() || !std::isfinite(number))
        throw WrongNumbers {word.empty() ? "a number is missing" : quote(word) + " is not a number"};
    return number;
}

/// "a .. b", "a .. b : n", "a .. b : n log".
std::vector<double> numbers_of_range(std::string_view text, std::size_t dots)
{
    std::string_view rest = text.substr(dots + 2);
    const std::size_t colon = rest.find(':');
    const double from = one_number(text.substr(0, dots)), to = one_number(rest.substr(0, colon));
    std::size_t count = 0;
    bool ratios = false;
    if (colon != std::string_view::npos) {
        std::string how = trimmed(rest.substr(colon + 1));
        if (how.ends_with("log")) {
            ratios = true;
            how.resize(how.size() - 3);
        }
        const double wanted = one_number(how);
        if (!(wanted >= 2 && wanted <= double(most_numbers)) || wanted != std::floor(wanted))
            throw WrongNumbers {"behind the colon stands how many numbers, 2 to " + std::to_string(most_numbers)};
        count = std::size_t(wanted);
    } else {
        const double steps = std::floor(std::abs(to - from) + 1e-9);
        if (steps >= double(most_numbers))
            throw WrongNumbers {"from " + number_text(from) + " to " + number_text(to) + " are too many numbers"};
        count = std::size_t(steps) + 1;
    }
    if (ratios && !(from > 0 && to > 0))
        throw WrongNumbers {"equal ratios need numbers above 0"};
    std::vector<double> numbers;
    const double last = colon == std::string_view::npos ? from + std::copysign(double(count - 1), to - from) : to;
    for (std::size_t i = 0; i < count; ++i) {
        const double share = count == 1 ? 0 : double(i) / double(count - 1);
        const double number = i + 1 == count ? last
            : ratios                         ? from * std::pow(last / from, share)
                                             : from + (last - from) * share;
        constexpr double digits = 1e6;   // relative: what a person would type
        const double unit = number == 0 ? 1 : std::pow(10.0, std::floor(std::log10(std::abs(number)))) / digits;
        numbers.push_back(i == 0 || i + 1 == count ? number : std::stod(number_text(std::round(number / unit) * unit)));
    }
    return numbers;
}

}   // namespace

std::vector<Variable> variables(const Experiment& base)
{
    const Network& network = base.network;
    const bool dense = !architecture_of(network).body;
    std::vector<Variable> all {scheme_variable("network.weight", "scheme of the weights", network.weight, false),
        activation_variable(network)};
    if (network.widths.empty()) {
        all.push_back(number_variable("network.depth", "depth", network.depth, ranges::depth, true));
        all.push_back(number_variable("network.width", "width", network.width, ranges::width, true));
    }
    if (dense) {
        std::vector<double> variances;
        constexpr int steps = 8;
        for (int i = 1; i <= steps; ++i)
            variances.push_back(widest_sigma * i / steps);
        all.push_back(variance_variable("network.weight", "variance σ_w² of the weights", variances));
        all.push_back(variance_variable("network.bias", "variance σ_b² of the biases", {0.0, 0.05, 0.1, 0.5, 1.0}));
    }
    add_parameters(all, find_scheme(network.weight.scheme)->parameters, network.weight.parameters, "network.weight",
        " of the weights");
    if (const ActivationInfo* info = find_activation(network.activation.name))
        add_parameters(
            all, info->parameters, network.activation.parameters, "network.activation", " of the activation");
    add_parameters(
        all, find_scheme(network.bias.scheme)->parameters, network.bias.parameters, "network.bias", " of the biases");
    all.push_back(scheme_variable("network.bias", "scheme of the biases", network.bias, true));
    for (Variable& variable : of_architecture(network))
        all.push_back(std::move(variable));
    all.push_back(number_variable("input.samples", architecture_of(network).takes_tokens ? "sequences" : "samples",
        base.input.samples, ranges::samples, true));
    if (architecture_of(network).takes_tokens)
        all.push_back(number_variable("input.tokens", "tokens of a sequence", base.input.tokens, ranges::tokens, true));
    else if (base.input.file.empty())
        all.push_back(number_variable("input.std", "std of the input", base.input.std, ranges::input_std, false));
    Variable seeds = number_variable("seed", "seed", 0, ranges::seed, true);
    seeds.suggestion = values_of({1, 2, 3, 4, 5}, plain);
    all.push_back(std::move(seeds));
    all.push_back(number_variable("replicas", "replicas", base.replicas, ranges::replicas, true));
    return all;
}

const Variable* variable_of(const GridAxis& axis, const std::vector<Variable>& all)
{
    // A list of nothing but variances is one of numbers, not of schemes.
    for (const auto kind :
        {Variable::Kind::number, Variable::Kind::word, Variable::Kind::scheme, Variable::Kind::activation})
        for (const Variable& variable : all)
            if (variable.kind == kind && variable.path == axis.path
                && std::all_of(
                    axis.values.begin(), axis.values.end(), [&](const Json& value) { return is_of(value, variable); }))
                return &variable;
    return nullptr;
}

std::vector<std::string> labels_of(const std::vector<Json>& values, const Variable& variable)
{
    std::vector<std::string> labels;
    for (const Json& value : values)
        labels.push_back(label_of(value, variable));
    if (std::set<std::string>(labels.begin(), labels.end()).size() < labels.size())
        std::transform(values.begin(), values.end(), labels.begin(), json_line);
    return labels;
}

double number_of(const Json& value)
{
    return value.kind == Json::Kind::number ? value.number : value.find("variance")->number;
}

Initializer initializer_of(const Json& value)
{
    const auto [scheme, parameters] = named(value, "scheme");
    const Scheme* found = find_scheme(scheme);
    return {scheme, found ? completed(found->parameters, parameters) : parameters};
}

Activation activation_of(const Json& value)
{
    const auto [name, parameters] = named(value, "name");
    const ActivationInfo* found = find_activation(name);
    return {name, found ? completed(found->parameters, parameters) : parameters};
}

Json value_of(const Activation& activation)
{
    Json json = json_of(activation);
    return json.items.size() == 1 ? json.items.front() : json;
}

std::string value_text(const Json& value) { return json_line(value); }

Grid grid_of(const Experiment& base, std::vector<GridAxis> axes)
{
    Experiment nameless = base;
    nameless.title.clear();
    const Json file = read_json(format_experiment(nameless)).root;
    Grid grid {base.title, json_object(), std::move(axes)};
    for (std::size_t i = 0; i < file.keys.size(); ++i)
        if (file.keys[i] != "format" && file.keys[i] != "version" && file.keys[i] != "title")
            grid.base.add(file.keys[i], file.items[i]);
    return grid;
}

Grid proposed_grid(const Experiment& base)
{
    const std::vector<Variable> all = variables(base);
    std::vector<GridAxis> axes;
    const auto add = [&](const char* path) {
        for (const Variable& variable : all)
            if (variable.path == path)
                return axes.push_back({path, variable.suggestion, labels_of(variable.suggestion, variable)});
    };
    if (architecture_of(base.network).body) {
        add("network.depth");
    } else {
        add("network.weight");
        add("network.activation");
    }
    Grid grid = grid_of(base, std::move(axes));
    auto good = checked(grid);
    return std::holds_alternative<Grid>(good) ? std::get<Grid>(std::move(good)) : grid;
}

std::variant<Grid, std::vector<Problem>> checked(const Grid& grid) { return parse_grid(format_grid(grid)); }

std::variant<std::vector<double>, std::string> numbers_in(const std::string& text, const Variable& variable)
{
    std::vector<double> numbers;
    try {
        for (std::size_t from = 0; from <= text.size();) {
            const std::size_t comma = std::min(text.find(',', from), text.size());
            const std::string_view part = std::string_view(text).substr(from, comma - from);
            from = comma + 1;
            const std::size_t dots = part.find("..");
            std::vector<double> more = dots == std::string_view::npos ? std::vector<double> {one_number(part)}
                                                                      : numbers_of_range(part, dots);
            for (double number : more) {
                number = variable.whole ? std::round(number) : number;
                if (!(number >= variable.low && number <= variable.high))
                    throw WrongNumbers {number_text(number) + " is not within " + number_text(variable.low) + " to "
                        + number_text(variable.high)};
                if (std::find(numbers.begin(), numbers.end(), number) == numbers.end())
                    numbers.push_back(number);
            }
            if (numbers.size() > most_numbers)
                throw WrongNumbers {"these are more than " + std::to_string(most_numbers) + " numbers"};
        }
    } catch (const WrongNumbers& wrong) {
        return wrong.sentence;
    }
    return numbers;
}

}   // namespace stepzero
