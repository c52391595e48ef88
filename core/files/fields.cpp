// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/fields.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>

#include "core/input/distributions.h"
#include "core/kinds/kinds.h"
#include "core/modules/precision.h"
#include "core/train/adapter.h"
#include "core/train/loss.h"
#include "core/train/optimizer.h"
#include "core/train/parametrization.h"
#include "core/train/task.h"
#include "core/train/trainer.h"
#include "core/words/registry.h"
#include "core/words/words.h"

namespace stepzero {

namespace {

template <class Part>
Part& existing(Part& part)
{
    return part;
}
template <class Part>
Part& existing(std::optional<Part>& part)
{
    return *part;
}
template <class Part>
const Part& existing(const std::optional<Part>& part)
{
    return *part;
}

template <auto Member, auto... Rest, class Whole>
auto& reached(Whole& whole)
{
    if constexpr (sizeof...(Rest) == 0)
        return whole.*Member;
    else
        return reached<Rest...>(existing(whole.*Member));
}

template <auto... Members>
FieldPlace at()
{
    using Value = std::remove_reference_t<decltype(reached<Members...>(std::declval<Experiment&>()))>;
    return Place<Value> {[](const Experiment& e) -> const Value& { return reached<Members...>(e); },
        [](Experiment& e) -> Value& { return reached<Members...>(e); }};
}

std::vector<FieldChoice> words_of(const std::vector<std::string>& names)
{
    std::vector<FieldChoice> choices;
    for (const std::string& name : names)
        choices.push_back({name, name});
    return choices;
}

template <class Info>
std::vector<FieldChoice> members_of(const std::vector<Info>& registry)
{
    std::vector<FieldChoice> choices;
    for (const Info& info : registry) {
        FieldChoice& choice = choices.emplace_back(info.name, info.label);
        if constexpr (requires { info.parameters; })
            choice.parameters = &info.parameters;
    }
    return choices;
}

// ---- what depends on other values ---------------------------------------------------------------------------

void check_takes_weights(const Experiment& e, Problems& problems)
{
    const NetworkKind* kind = find_kind(e.network.kind);
    if (!kind || kind->takes_weights)
        return;
    std::vector<std::string> able;
    for (const NetworkKind& other : kinds())
        if (other.takes_weights)
            able.push_back(other.name);
    problems.push_back(
        {"weights.file", "goes with networks of kind " + list_text(able) + ", got " + quote(kind->name)});
}

void check_labels(const Experiment& e, Problems& problems)
{
    if (const TaskInfo* task = find_task(e.train->task.name); task && task->file && e.train->labels.empty())
        problems.push_back({"train.labels", "must be a file name, which the task " + task->name + " needs"});
}

void check_loss(const Experiment& e, Problems& problems)
{
    const TaskInfo* task = find_task(e.train->task.name);
    const NetworkKind* kind = find_kind(e.network.kind);
    if (e.train->loss == "cross_entropy" && task && !task->classes)
        problems.push_back(
            {"train.loss", "cross_entropy needs a task of classes, and " + task->name + " asks for numbers"});
    if (e.train->loss == "mean_squared_error" && kind && kind->has_tokens())
        problems.push_back({"train.loss", "must be cross_entropy where a softmax ends the network"});
}

bool is_suited(const FieldChoice& task, const Network& network) { return suits(*find_task(task.name), network); }

void prepare_task(Experiment& e)
{
    if (find_kind(e.network.kind))
        e.train->task.name = default_task(e.network).name;
}

void prepare_rate(Experiment& e)
{
    if (const OptimizerInfo* optimizer = find_optimizer(e.train->optimizer.name))
        e.train->learning_rate = optimizer->rate;
}

/// By half decades: with a factor of four between them, lists would miss the best rate.
std::vector<double> half_decades(double present)
{
    std::vector<double> rates;
    for (int half = -4; half <= 4; ++half)
        rates.push_back(std::clamp(std::stod(number_text(present * std::pow(10, half / 2.0))),
            ranges::learning_rate.low, ranges::learning_rate.high));
    rates.erase(std::unique(rates.begin(), rates.end()), rates.end());
    return rates;
}

std::vector<double> first_seeds(double) { return {1, 2, 3, 4, 5}; }

// ---- the fields, by their keys -------------------------------------------------------------------------------

std::vector<Field> network_fields(const NetworkKind* kind)
{
    constexpr auto part = &Experiment::network;
    const std::string length = kind ? kind->length : "depth";
    return {{.path = length, .place = at<part, &Network::depth>(), .label = length, .range = ranges::depth},
        {.path = "width", .place = at<part, &Network::width>(), .label = "width", .range = ranges::width}};
}

std::vector<Field> weights_fields()
{
    constexpr auto part = &Experiment::weights;
    return {{.path = "file",
                .place = at<part, &Weights::file>(),
                .file = true,
                .required = "the name of a checkpoint",
                .check = check_takes_weights},
        {.path = "family", .place = at<part, &Weights::family>(), .quiet = true}};
}

std::vector<Field> drawn_fields(const NetworkKind* kind)
{
    constexpr auto part = &Experiment::input;
    const bool tokens = kind && kind->takes_tokens;
    std::vector<Field> all {{.path = "distribution",
        .place = at<part, &Input::distribution>(),
        .label = "distribution of the input",
        .choices = words_of(kind ? kind->distributions : input_distributions())}};
    if (!tokens) {
        all.push_back({.path = "mean", .place = at<part, &Input::mean>(), .range = ranges::input_mean});
        all.push_back({"std", at<part, &Input::std>(), "std of the input", ranges::input_std});
    }
    all.push_back({"samples", at<part, &Input::samples>(), tokens ? "sequences" : "samples", ranges::samples});
    if (tokens)
        all.push_back({"tokens", at<part, &Input::tokens>(), "tokens of a sequence", ranges::tokens});
    return all;
}

std::vector<Field> file_fields(const NetworkKind* kind)
{
    constexpr auto part = &Experiment::input;
    std::vector<Field> all {{.path = "file", .place = at<part, &Input::file>(), .file = true}};
    if (!kind || !kind->takes_tokens)
        all.push_back({.path = "scaling",
            .place = at<part, &Input::scaling>(),
            .label = "scaling of the input",
            .choices = words_of(input_scalings()),
            .quiet = true});
    return all;
}

std::vector<Field> measure_fields()
{
    constexpr auto part = &Experiment::measure;
    return {{.path = "gradient", .place = at<part, &Measure::gradient>(), .beside = true},
        {.path = "weight_spectra", .place = at<part, &Measure::weight_spectra>(), .beside = true},
        {.path = "jacobian", .place = at<part, &Measure::jacobian>(), .beside = true},
        {.path = "correlation", .place = at<part, &Measure::correlation>()},
        {.path = "correlation_angle",
            .place = at<part, &Measure::correlation_angle>(),
            .range = {0, ranges::most_degrees},
            .numbers = Field::Numbers::above_low,
            .beside = true},
        {.path = "precision",
            .place = at<part, &Measure::precision>(),
            .choices = members_of(precisions()),
            .quiet = true},
        {.path = "loss_scale",
            .place = at<part, &Measure::loss_scale>(),
            .range = {0x1p-100, 0x1p100},
            .numbers = Field::Numbers::powers_of_two,
            .only_with = "measure.precision",
            .beside = true}};
}

std::vector<Field> training_fields(const NetworkKind* kind)
{
    constexpr auto part = &Experiment::train;
    return {{"steps", at<part, &Training::steps>(), "steps of training", ranges::steps},
        {.path = "task",
            .place = at<part, &Training::task>(),
            .choices = kind ? members_of(tasks()) : std::vector<FieldChoice> {},
            .allows = is_suited,
            .prepare = prepare_task},
        {.path = "labels", .place = at<part, &Training::labels>(), .file = true, .check = check_labels, .quiet = true},
        {.path = "loss", .place = at<part, &Training::loss>(), .choices = words_of(losses()), .check = check_loss},
        {.path = "optimizer",
            .place = at<part, &Training::optimizer>(),
            .label = "optimizer",
            .choices = members_of(optimizers())},
        {.path = "learning_rate",
            .place = at<part, &Training::learning_rate>(),
            .label = "learning rate",
            .range = ranges::learning_rate,
            .prepare = prepare_rate,
            .suggested = half_decades},
        {.path = "warmup",
            .place = at<part, &Training::warmup>(),
            .label = "warm-up",
            .range = ranges::warmup,
            .beside = true},
        {.path = "batch",
            .place = at<part, &Training::batch>(),
            .label = "batch",
            .range = ranges::batch,
            .beside = true},
        {.path = "readout", .place = at<part, &Training::readout>(), .choices = members_of(readouts())},
        {.path = "adapters",
            .place = at<part, &Training::adapters>(),
            .choices = members_of(adapters()),
            .quiet = true},
        {.path = "adapted", .place = at<part, &Training::adapted>(), .only_with = "train.adapters"},
        {.path = "linearized", .place = at<part, &Training::linearized>(), .quiet = true},
        {.path = "parametrization",
            .place = at<part, &Training::parametrization>(),
            .label = "parametrization",
            .choices = members_of(parametrizations())}};
}

std::vector<Field> all_fields(const NetworkKind* kind)
{
    std::vector<Field> all {{.path = "title", .place = at<&Experiment::title>()}};
    const auto add = [&](const std::string& part, std::vector<Field> fields, bool (*apply)(const Experiment&)) {
        for (Field& field : fields) {
            field.path = part + '.' + field.path;
            field.applies = apply;
            all.push_back(std::move(field));
        }
    };
    add("network", network_fields(kind), [](const Experiment& e) { return e.network.widths.empty(); });
    add("weights", weights_fields(), [](const Experiment& e) { return !e.weights.file.empty(); });
    add("input", drawn_fields(kind), [](const Experiment& e) { return e.input.file.empty(); });
    add("input", file_fields(kind), [](const Experiment& e) { return !e.input.file.empty(); });
    add("measure", measure_fields(), nullptr);
    add("train", training_fields(kind), [](const Experiment& e) { return e.train.has_value(); });
    all.push_back({.path = "seed",
        .place = at<&Experiment::seed>(),
        .label = "seed",
        .range = ranges::seed,
        .suggested = first_seeds});
    all.push_back({"replicas", at<&Experiment::replicas>(), "replicas", ranges::replicas});
    return all;
}

bool is_default(const Field& field, const Experiment& experiment)
{
    return std::visit([&](const auto& place) { return place(experiment) == place(usual_experiment()); }, field.place);
}

}   // namespace

std::string_view Field::key() const { return std::string_view(path).substr(path.rfind('.') + 1); }

std::string_view Field::part() const
{
    const std::size_t dot = path.rfind('.');
    return dot == std::string::npos ? std::string_view() : std::string_view(path).substr(0, dot);
}

const std::vector<Field>& fields_of(const Network& network)
{
    static const auto known = [] {
        std::map<std::string, std::vector<Field>, std::less<>> each;
        for (const NetworkKind& kind : kinds())
            each[kind.name] = all_fields(&kind);
        return each;
    }();
    static const std::vector<Field> of_any = all_fields(nullptr);
    const auto found = known.find(network.kind);
    return found == known.end() ? of_any : found->second;
}

std::vector<const Field*> fields_of(const Network& network, std::string_view part)
{
    std::vector<const Field*> found;
    for (const Field& field : fields_of(network))
        if (field.part() == part)
            found.push_back(&field);
    return found;
}

const Field* find_field(const Network& network, std::string_view path)
{
    const auto& all = fields_of(network);
    const auto found = std::ranges::find(all, path, &Field::path);
    return found == all.end() ? nullptr : &*found;
}

const Field& field_of(std::string_view path)
{
    for (const NetworkKind& kind : kinds())
        if (const Field* found = find_field(kind.network, path))
            return *found;
    throw std::out_of_range(std::string(path));
}

const Experiment& usual_experiment()
{
    static const Experiment usual = [] {
        Experiment plain;
        plain.train.emplace();
        return plain;
    }();
    return usual;
}

bool applies(const Field& field, const Experiment& experiment) { return !field.applies || field.applies(experiment); }

bool is_told(const Field& field, const Experiment& experiment)
{
    return applies(field, experiment) && (!field.quiet || !is_default(field, experiment))
        && (field.only_with.empty() || is_told(field_of(field.only_with), experiment));
}

bool is_whole(const Field& field)
{
    return std::holds_alternative<Place<int>>(field.place) || std::holds_alternative<Place<std::uint64_t>>(field.place);
}

double number_of(const Field& field, const Experiment& experiment)
{
    if (const auto* place = std::get_if<Place<int>>(&field.place))
        return (*place)(experiment);
    if (const auto* place = std::get_if<Place<std::uint64_t>>(&field.place))
        return double((*place)(experiment));
    return std::get<Place<double>>(field.place)(experiment);
}

void set_number(const Field& field, Experiment& experiment, double number)
{
    if (const auto* place = std::get_if<Place<int>>(&field.place))
        (*place)(experiment) = int(number);
    else if (const auto* whole = std::get_if<Place<std::uint64_t>>(&field.place))
        (*whole)(experiment) = std::uint64_t(number);
    else
        std::get<Place<double>>(field.place)(experiment) = number;
}

}   // namespace stepzero
