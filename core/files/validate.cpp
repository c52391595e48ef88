// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/validate.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

#include "core/activation/activation.h"
#include "core/activation/formula.h"
#include "core/init/scheme.h"
#include "core/kinds/kinds.h"
#include "core/modules/precision.h"
#include "core/train/adapter.h"
#include "core/train/loss.h"
#include "core/train/resized.h"
#include "core/train/trainer.h"
#include "core/words/problem.h"
#include "core/words/words.h"

namespace stepzero {

namespace {

void check_range(Problems& problems, const std::string& path, NumberRange range, double found)
{
    if (!range.holds(found))   // false for NaN
        problems.push_back({path, range_message(range, found)});
}

void check_text(Problems& problems, const std::string& path, const std::string& text)
{
    if (first_bad_utf8(text) != std::string::npos)
        problems.push_back({path, "must be UTF-8"});
}

void check_number(Problems& problems, const std::string& path, const ParameterInfo& info, const ParameterValue& value)
{
    if (const auto* found = std::get_if<std::string>(&value))
        problems.push_back({path, "must be a number, got " + quote(*found)});
    else if (const double number = std::get<double>(value); !NumberRange {info.low, info.high}.holds(number))
        problems.push_back({path, range_message({info.low, info.high}, number)});
    else if (info.integer && number != std::trunc(number))
        problems.push_back({path, "must be a whole number, got " + number_text(number)});
}

void check_formula(Problems& problems, const std::string& path, const ParameterValue& value)
{
    if (const auto* found = std::get_if<double>(&value)) {
        problems.push_back(
            {path, "must be a formula in z, as \"z*tanh(log(1 + exp(z)))\", got " + number_text(*found)});
        return;
    }
    const std::string& formula = std::get<std::string>(value);
    const auto parsed = parse_formula(formula);
    if (const auto* problem = std::get_if<FormulaProblem>(&parsed))
        problems.push_back({path, "must be a function of z: " + problem->sentence + ", got " + quote(formula)});
}

void check_word(Problems& problems, const std::string& path, const ParameterInfo& info, const ParameterValue& value)
{
    if (info.choices.empty())
        check_formula(problems, path, value);
    else if (const auto* found = std::get_if<double>(&value))
        problems.push_back({path, "must be one of " + list_text(info.choices) + ", got " + number_text(*found)});
    else if (const auto& word = std::get<std::string>(value);
             std::find(info.choices.begin(), info.choices.end(), word) == info.choices.end())
        problems.push_back({path, choice_message(info.choices, word)});
}

/// `owner` is the scheme or activation whose parameters they are, for the message.
void check_parameters(Problems& problems, const std::string& path, const std::string& owner,
    const std::vector<ParameterInfo>& infos, const Parameters& given)
{
    std::vector<std::string> names;
    for (const ParameterInfo& info : infos)
        names.push_back(info.name);
    const std::size_t before = problems.size();
    for (const auto& [name, value] : given) {
        const std::string where = member_path(path, name);
        const auto index = std::size_t(std::find(names.begin(), names.end(), name) - names.begin());
        if (index == names.size())
            problems.push_back({where,
                "is not a parameter of " + owner + suggestion(name, names)
                    + (names.empty() ? " (it has none)" : " (it has " + list_text(names) + ")")});
        else if (std::holds_alternative<double>(infos[index].default_value))
            check_number(problems, where, infos[index], value);
        else
            check_word(problems, where, infos[index], value);
    }
    // The one relation between parameters that registries cannot express by a range.
    const Parameters all = completed(infos, given);
    if (problems.size() == before && all.contains("low") && all.contains("high")
        && number(all, "low") >= number(all, "high"))
        problems.push_back({member_path(path, "low"),
            "must be below high (" + number_text(number(all, "high")) + "), got " + number_text(number(all, "low"))});
}

void check_activation(Problems& problems, const std::string& path, const Activation& activation, bool gated = false)
{
    if (gated && is_gated(activation)) {
        check_parameters(problems, path, activation.name, {}, activation.parameters);
        return;
    }
    if (const ActivationInfo* info = find_activation(activation.name)) {
        check_parameters(problems, path, info->name, info->parameters, activation.parameters);
        return;
    }
    std::vector<std::string> names;
    for (const ActivationInfo& info : activations())
        names.push_back(info.name);
    if (gated)
        names.insert(names.end(), gated_pairs().begin(), gated_pairs().end());
    problems.push_back({path,
        !gated && is_gated(activation) ? activation.name + " is a gated pair, which a dense network cannot have"
                                       : choice_message(names, activation.name)});
}

}   // namespace

void check_initializer(Problems& problems, const std::string& path, const Initializer& initializer, Role role,
    bool kernels, std::string_view name)
{
    const Scheme* scheme = find_scheme(initializer.scheme);
    if (scheme && fills(*scheme, role, kernels, name)) {
        check_parameters(problems, path, scheme->name, scheme->parameters, initializer.parameters);
        return;
    }
    std::vector<std::string> names;
    for (const Scheme& known : schemes())
        if (fills(known, role, kernels, name))
            names.push_back(known.name);
    std::string message;
    if (!scheme)
        message = choice_message(names, initializer.scheme);
    else
        message = "must be one of " + list_text(names) + ", got " + quote(scheme->name)
            + (!scheme->of_role.empty() && scheme->of_role != name ? ", which is for " + scheme->of_role + " alone"
                    : role == Role::bias && !scheme->for_bias      ? ", which cannot fill a bias"
                    : scheme->needs_convolution                    ? ", which needs a convolution"
                                                                   : ", which needs a matrix");
    problems.push_back({member_path(path, "scheme"), message});
}

namespace {

void check_kind(Problems& problems, const std::string& kind)
{
    if (find_kind(kind))
        return;
    std::vector<std::string> names;
    for (const NetworkKind& known : kinds())
        names.push_back(known.name);
    problems.push_back({"network.kind", choice_message(names, kind)});
}

/// What only one kind of network has. Relations between numbers come last, when each is right by itself.
void check_kind(Problems& problems, const Experiment& experiment, const NetworkKind& kind)
{
    const Network& network = experiment.network;
    check_parameters(problems, "network", "a " + kind.name + " network", kind.options, network.options);
    std::vector<std::string> names;
    if (!kind.layered) {
        for (const auto& [what, given] :
            {std::pair("input_width", !kind.has_input_width && network.input_width.has_value()),
                {"widths", !network.widths.empty()}, {"overrides", !network.overrides.empty()}})
            if (given)
                problems.push_back({std::string("network.") + what, "only a network of plain layers has them"});
        for (const RoleInfo& role : kind.roles)
            names.push_back(role.name);
    }
    for (const auto& [name, initializer] : network.roles) {
        const auto index = std::size_t(std::find(names.begin(), names.end(), name) - names.begin());
        const std::string path = member_path("network.roles", name);
        if (index == names.size())
            problems.push_back({path,
                "is not a role" + suggestion(name, names)
                    + (names.empty() ? " (a " + kind.name + " network has none)"
                                     : " (roles: " + list_text(names) + ")")});
        else
            check_initializer(problems, path, initializer, kind.roles[index].kind, kind.kernels, name);
    }
    if (problems.empty() && kind.check)
        kind.check(experiment, problems);
}

void check_shape(Problems& problems, const Network& network)
{
    if (network.input_width)
        check_range(problems, "network.input_width", ranges::width, *network.input_width);
    if (network.widths.empty()) {
        const NetworkKind* kind = find_kind(network.kind);
        check_range(problems, "network." + (kind ? kind->length : "depth"), ranges::depth, network.depth);
        check_range(problems, "network.width", ranges::width, network.width);
        return;
    }
    if (!ranges::depth.holds(double(network.widths.size())))
        problems.push_back({"network.widths",
            "must have " + number_text(ranges::depth.low) + " to " + number_text(ranges::depth.high) + " entries, got "
                + std::to_string(network.widths.size())});
    for (std::size_t i = 0; i < network.widths.size(); ++i)
        check_range(problems, item_path("network.widths", i), ranges::width, network.widths[i]);
}

void check_overrides(Problems& problems, const Network& network, bool kernels)
{
    std::map<int, std::size_t> first;   // layer → index
    for (std::size_t i = 0; i < network.overrides.size(); ++i) {
        const LayerOverride& override = network.overrides[i];
        const std::string path = item_path("network.overrides", i);
        check_range(problems, path + ".layer", {1, double(depth(network))}, override.layer);
        const auto [known, inserted] = first.emplace(override.layer, i);
        if (!inserted)
            problems.push_back({path + ".layer",
                "must be a layer of its own, got " + std::to_string(override.layer) + " as overrides["
                    + std::to_string(known->second) + "] has"});
        if (override.activation)
            check_activation(problems, path + ".activation", *override.activation);
        if (override.weight)
            check_initializer(problems, path + ".weight", *override.weight, Role::weight, kernels);
        if (override.bias)
            check_initializer(problems, path + ".bias", *override.bias, Role::bias);
    }
}

void check_input(Problems& problems, const Input& input, const NetworkKind* kind)
{
    check_range(problems, "input.tokens", ranges::tokens, input.tokens);
    if (!input.file.empty()) {
        check_text(problems, "input.file", input.file);
        const auto& scalings = input_scalings();
        if (std::find(scalings.begin(), scalings.end(), input.scaling) == scalings.end())
            problems.push_back({"input.scaling", choice_message(scalings, input.scaling)});
        return;
    }
    const auto& known = kind ? kind->distributions : input_distributions();
    if (std::find(known.begin(), known.end(), input.distribution) == known.end())
        problems.push_back({"input.distribution", choice_message(known, input.distribution)});
    check_range(problems, "input.mean", ranges::input_mean, input.mean);
    check_range(problems, "input.std", ranges::input_std, input.std);
    check_range(problems, "input.samples", ranges::samples, input.samples);
}

void check_weights(Problems& problems, const Experiment& experiment)
{
    if (experiment.weights.file.empty())
        return;
    check_text(problems, "weights.file", experiment.weights.file);
    if (!experiment.weights.family.empty())
        check_text(problems, "weights.family", experiment.weights.family);
    if (const NetworkKind* kind = find_kind(experiment.network.kind); kind && !kind->takes_weights) {
        std::vector<std::string> able;
        for (const NetworkKind& other : kinds())
            if (other.takes_weights)
                able.push_back(other.name);
        problems.push_back(
            {"weights.file", "goes with networks of kind " + list_text(able) + ", got " + quote(kind->name)});
    }
}

void check_measure(Problems& problems, const Measure& measure)
{
    if (const double angle = measure.correlation_angle; !(angle > 0 && angle <= ranges::most_degrees))
        problems.push_back({"measure.correlation_angle",
            "must be above 0 and at most " + number_text(ranges::most_degrees) + ", got " + number_text(angle)});
    std::vector<std::string> known;
    for (const PrecisionInfo& info : precisions())
        known.push_back(info.name);
    if (std::ranges::find(known, measure.precision) == known.end())
        problems.push_back({"measure.precision", choice_message(known, measure.precision)});
    if (!is_loss_scale(measure.loss_scale))
        problems.push_back({"measure.loss_scale",
            "must be a power of two from 2^-100 to 2^100, got " + number_text(measure.loss_scale)});
}

/// Of a registry with name and parameters.
template <class Info>
void check_choice(Problems& problems, const std::string& path, const Selection& choice, const std::vector<Info>& all,
    const std::function<bool(const Info&)>& allowed)
{
    std::vector<std::string> names;
    for (const Info& info : all)
        if (allowed(info))
            names.push_back(info.name);
    const auto found = std::ranges::find(all, choice.name, &Info::name);
    if (found == all.end() || !allowed(*found))
        problems.push_back({path, choice_message(names, choice.name)});
    else
        check_parameters(problems, path, found->name, found->parameters, choice.parameters);
}

void check_training(Problems& problems, const Experiment& experiment, const NetworkKind* kind)
{
    const Training& train = *experiment.train;
    check_range(problems, "train.steps", ranges::steps, train.steps);
    if (kind)
        check_choice<TaskInfo>(problems, "train.task", train.task, tasks(),
            [&](const TaskInfo& task) { return suits(task, experiment.network); });
    const TaskInfo* task = find_task(train.task.name);
    check_text(problems, "train.labels", train.labels);
    if (task && task->file && train.labels.empty())
        problems.push_back({"train.labels", "must be a file name, which the task " + task->name + " needs"});
    const auto one_of = [&](const char* field, const std::vector<std::string>& words, const std::string& found) {
        if (std::ranges::find(words, found) == words.end())
            problems.push_back({std::string("train.") + field, choice_message(words, found)});
    };
    one_of("loss", losses(), train.loss);
    if (train.loss == "cross_entropy" && task && !task->classes)
        problems.push_back(
            {"train.loss", "cross_entropy needs a task of classes, and " + task->name + " asks for numbers"});
    if (train.loss == "mean_squared_error" && kind && kind->has_tokens())
        problems.push_back({"train.loss", "must be cross_entropy where a softmax ends the network"});
    check_choice<OptimizerInfo>(
        problems, "train.optimizer", train.optimizer, optimizers(), [](const OptimizerInfo&) { return true; });
    check_range(problems, "train.learning_rate", ranges::learning_rate, train.learning_rate);
    check_range(problems, "train.warmup", ranges::warmup, train.warmup);
    check_range(problems, "train.batch", ranges::batch, train.batch);
    one_of("readout", readouts(), train.readout);
    check_choice<AdapterInfo>(
        problems, "train.adapters", train.adapters, adapters(), [](const AdapterInfo&) { return true; });
    std::vector<std::string> names;
    for (const Parametrization& parametrization : parametrizations())
        names.push_back(parametrization.name);
    one_of("parametrization", names, train.parametrization);
}

}   // namespace

std::vector<Problem> validate(const Experiment& experiment)
{
    Problems problems;
    const Network& network = experiment.network;
    const NetworkKind* kind = find_kind(network.kind);
    check_text(problems, "title", experiment.title);
    check_kind(problems, network.kind);
    check_shape(problems, network);
    check_activation(problems, "network.activation", network.activation, kind && kind->gated);
    check_initializer(problems, "network.weight", network.weight, Role::weight, kind && kind->kernels);
    check_initializer(problems, "network.bias", network.bias, Role::bias);
    check_overrides(problems, network, kind && kind->kernels);
    check_weights(problems, experiment);
    check_input(problems, experiment.input, kind);
    check_measure(problems, experiment.measure);
    if (experiment.train)
        check_training(problems, experiment, kind);
    check_range(problems, "seed", ranges::seed, double(experiment.seed));
    check_range(problems, "replicas", ranges::replicas, experiment.replicas);
    if (kind)
        check_kind(problems, experiment, *kind);
    if (problems.empty() && experiment.train && has_adapters(*experiment.train))
        if (std::string problem = adapted_problem(experiment.train->adapted, plan_of(network)); !problem.empty())
            problems.push_back({"train.adapted", std::move(problem)});
    return problems;
}

std::string problem_at_sizes(
    const std::string& name, const Experiment& experiment, const std::vector<int>& sizes, bool depths)
{
    if (!experiment.weights.file.empty())
        return name + ": weights: those of a file are of one size, and cannot be trained at others";
    for (const int size : sizes) {
        Experiment other = resized(experiment, size, depths);
        other.train->parametrization = Training().parametrization;   // a file's name is none of the registry's
        if (const auto problems = validate(other); !problems.empty())
            return sentence(name + ", at " + (depths ? "depth " : "width ") + std::to_string(size), problems.front());
    }
    return {};
}

}   // namespace stepzero
