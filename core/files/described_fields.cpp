// SPDX-License-Identifier: GPL-3.0-or-later
// The description of every field of an experiment. To add a field, add an entry here and a member to the experiment.
#include "core/files/fields.h"

#include <algorithm>
#include <cmath>

#include "core/base/words/registry.h"
#include "core/base/words/words.h"
#include "core/kinds/kinds.h"
#include "core/modules/precision.h"
#include "core/network/input/distributions.h"
#include "core/train/adapter.h"
#include "core/train/loss.h"
#include "core/train/optimizer.h"
#include "core/train/parametrization.h"
#include "core/train/task.h"
#include "core/train/trainer.h"

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

std::vector<FieldChoice> distribution_choices(const std::vector<std::string>& names)
{
    std::vector<FieldChoice> choices;
    for (const std::string& name : names)
        choices.push_back({name, distribution_label(name)});
    return choices;
}

/// Precondition: as many labels as names.
std::vector<FieldChoice> choices_of(const std::vector<std::string>& names, const std::vector<Text>& labels)
{
    std::vector<FieldChoice> choices;
    for (std::size_t i = 0; i < names.size(); ++i)
        choices.push_back({names[i], labels.at(i)});
    return choices;
}

template <class Info>
std::vector<FieldChoice> members_of(const std::vector<Info>& registry)
{
    std::vector<FieldChoice> choices;
    for (const Info& info : registry) {
        FieldChoice& choice = choices.emplace_back(FieldChoice {info.name, info.label});
        if constexpr (requires { info.parameters; })
            choice.parameters = &info.parameters;
    }
    return choices;
}

std::vector<FieldChoice> loss_choices()
{
    std::vector<FieldChoice> choices = members_of(losses());
    choices.insert(choices.begin(), {"task", tr("by task")});
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
        {"weights.file", tr("is only for networks of kind %1, got %2", list_text(able), quote(kind->name))});
}

void check_labels(const Experiment& e, Problems& problems)
{
    if (const TaskInfo* task = find_task(e.train->task.name); task && task->file && e.train->labels.empty())
        problems.push_back({"train.labels", tr("must be a file name, which the task %1 needs", task->name)});
}

void check_loss(const Experiment& e, Problems& problems)
{
    const TaskInfo* task = find_task(e.train->task.name);
    const NetworkKind* kind = find_kind(e.network.kind);
    const LossInfo* loss = fixed_loss(e.train->loss);
    if (loss && loss->classes && task && !task->classes)
        problems.push_back(
            {"train.loss", tr("%1 needs a task with classes, but %2 has numbers as targets", loss->name, task->name)});
    if (loss && !loss->softmax && kind && kind->has_tokens())
        problems.push_back({"train.loss", tr("must be cross_entropy for a network that ends in a softmax")});
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

/// Returns learning rates by half decades; with a factor of four between them, lists would miss the best rate.
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
    return {{.path = length,
                .place = at<part, &Network::depth>(),
                .words = {Text::whole(length), {},
                    kind && kind->steps_of_input ? tr("Length of the sequence") : tr("Number of layers or blocks")},
                .asked = 1,
                .range = ranges::depth},
        {.path = "width",
            .place = at<part, &Network::width>(),
            .words = {tr("width"), {}, tr("Units or channels per layer, or of the residual stream")},
            .asked = 1,
            .range = ranges::width}};
}

std::vector<Field> weights_fields()
{
    constexpr auto part = &Experiment::weights;
    return {{.path = "file",
                .place = at<part, &Weights::file>(),
                .words = {tr("weights")},
                .file = true,
                .required = tr("the name of a checkpoint"),
                .check = check_takes_weights},
        {.path = "family", .place = at<part, &Weights::family>(), .words = {tr("family")}, .quiet = true}};
}

std::vector<Field> drawn_fields(const NetworkKind* kind)
{
    constexpr auto part = &Experiment::input;
    const bool tokens = kind && kind->takes_tokens;
    std::vector<Field> all {{.path = "distribution",
        .place = at<part, &Input::distribution>(),
        .words = {tr("input distribution"), tr("distribution"), tr("Distribution of the input")},
        .asked = 5,
        .choices = distribution_choices(kind ? kind->distributions : input_distributions())}};
    if (!tokens) {
        const Text help = tr("Applies to every entry of the input");
        all.push_back({.path = "mean",
            .place = at<part, &Input::mean>(),
            .words = {tr("input mean"), tr("mean"), help},
            .range = ranges::input_mean});
        all.push_back({"std", at<part, &Input::std>(), {tr("input std"), tr("std"), help}, 6, ranges::input_std});
    }
    all.push_back({.path = "samples",
        .place = at<part, &Input::samples>(),
        .words = {tokens ? tr("sequences") : tr("samples"), {}, tr("Number of input samples")},
        .asked = 8,
        .range = ranges::samples});
    if (tokens)
        all.push_back({"tokens", at<part, &Input::tokens>(),
            {tr("tokens per sequence"), tr("tokens"), tr("Tokens per sequence")}, 7, ranges::tokens});
    return all;
}

std::vector<Field> file_fields(const NetworkKind* kind)
{
    constexpr auto part = &Experiment::input;
    std::vector<Field> all {
        {.path = "file", .place = at<part, &Input::file>(), .words = {tr("input file")}, .file = true}};
    if (!kind || !kind->takes_tokens)
        all.push_back({.path = "scaling",
            .place = at<part, &Input::scaling>(),
            .words = {tr("input scaling"), tr("scaling"),
                tr("Raw: numbers as in the file, images 0 to 1. Standardized: minus the mean, divided by the standard "
                   "deviation. By feature: the same for each column, or channel of images")},
            .asked = 4,
            .choices = choices_of(input_scalings(), {tr("raw"), tr("standardized"), tr("by feature")}),
            .quiet = true});
    return all;
}

std::vector<Field> measure_fields()
{
    constexpr auto part = &Experiment::measure;
    return {{.path = "gradient",
                .place = at<part, &Measure::gradient>(),
                .words = {tr("gradient"), {}, tr("Gradient of the loss at every layer")},
                .beside = true},
        {.path = "weight_spectra",
            .place = at<part, &Measure::weight_spectra>(),
            .words = {tr("singular values of the weights"), tr("spectra"), tr("Singular values of the weights")},
            .beside = true},
        {.path = "jacobian",
            .place = at<part, &Measure::jacobian>(),
            .words = {tr("singular values of the input–output Jacobian"), tr("Jacobian"),
                tr("Singular values of the input–output Jacobian")},
            .beside = true},
        {.path = "correlation",
            .place = at<part, &Measure::correlation>(),
            .words = {tr("correlation"), {}, tr("Correlation of the signals of two inputs in each layer")}},
        {.path = "correlation_angle",
            .place = at<part, &Measure::correlation_angle>(),
            .words = {tr("angle between two inputs"), tr("angle (°)"),
                tr("Angle between the two inputs whose correlation is followed; 90°: uncorrelated")},
            .range = {0, ranges::most_degrees},
            .numbers = Field::Numbers::above_low,
            .beside = true},
        {.path = "precision",
            .place = at<part, &Measure::precision>(),
            .words = {tr("precision"), {},
                tr("Runs the network again with the result of every operation rounded to this format")},
            .choices = members_of(precisions()),
            .quiet = true},
        {.path = "loss_scale",
            .place = at<part, &Measure::loss_scale>(),
            .words = {tr("loss scale"), {},
                tr("Gradients are multiplied by this before rounding and divided by it afterwards")},
            .range = {0x1p-100, 0x1p100},
            .numbers = Field::Numbers::powers_of_two,
            .only_with = "measure.precision",
            .beside = true}};
}

std::vector<Field> training_fields(const NetworkKind* kind)
{
    constexpr auto part = &Experiment::train;
    return {{"steps", at<part, &Training::steps>(), {tr("training steps"), tr("steps"), tr("Number of training steps")},
                1, ranges::steps},
        {.path = "task",
            .place = at<part, &Training::task>(),
            .words = {tr("task")},
            .choices = kind ? members_of(tasks()) : std::vector<FieldChoice> {},
            .allows = is_suited,
            .prepare = prepare_task},
        {.path = "labels",
            .place = at<part, &Training::labels>(),
            .words = {tr("labels")},
            .file = true,
            .check = check_labels,
            .quiet = true},
        {.path = "loss",
            .place = at<part, &Training::loss>(),
            .words = {tr("loss")},
            .choices = loss_choices(),
            .check = check_loss},
        {.path = "optimizer",
            .place = at<part, &Training::optimizer>(),
            .words = {tr("optimizer")},
            .asked = 2,
            .choices = members_of(optimizers())},
        {.path = "learning_rate",
            .place = at<part, &Training::learning_rate>(),
            .words = {tr("learning rate"), {}, tr("Learning rate after warm-up")},
            .asked = 3,
            .range = ranges::learning_rate,
            .prepare = prepare_rate,
            .suggested = half_decades},
        {.path = "warmup",
            .place = at<part, &Training::warmup>(),
            .words = {tr("warm-up"), {}, tr("Steps over which the learning rate rises to its full value")},
            .asked = 1,
            .range = ranges::warmup,
            .beside = true},
        {.path = "batch",
            .place = at<part, &Training::batch>(),
            .words = {tr("batch"), {}, tr("Batch size; 0: all samples")},
            .asked = 1,
            .range = ranges::batch,
            .beside = true},
        {.path = "readout",
            .place = at<part, &Training::readout>(),
            .words = {tr("readout"), {}, tr("Linear readout added on top of a network without a head")},
            .choices = members_of(readouts())},
        {.path = "adapters",
            .place = at<part, &Training::adapters>(),
            .words = {tr("adapters")},
            .choices = members_of(adapters()),
            .quiet = true},
        {.path = "adapted",
            .place = at<part, &Training::adapted>(),
            .words = {tr("adapted matrices"), tr("applied to"),
                tr("Matrices with adapters; everything else except a readout is frozen")},
            .only_with = "train.adapters"},
        {.path = "linearized",
            .place = at<part, &Training::linearized>(),
            .words = {tr("also train the linearized network (NTK)"), {},
                tr("Also trains the linearized network (neural tangent kernel) on all samples at each step, and "
                   "reports its largest stable learning rate")},
            .quiet = true},
        {.path = "parametrization",
            .place = at<part, &Training::parametrization>(),
            .words = {tr("parametrization"), tr("widths"),
                tr("How σ, multipliers and learning rates scale with the width: see stepzero coordinate-check")},
            .asked = 1,
            .choices = members_of(parametrizations())}};
}

}   // namespace

std::vector<Field> described_fields(const NetworkKind* kind)
{
    std::vector<Field> all {{.path = "title", .place = at<&Experiment::title>(), .words = {tr("title")}}};
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
        .words = {tr("seed"), {}, tr("Random seed; the same seed gives the same network")},
        .asked = 1,
        .range = ranges::seed,
        .suggested = first_seeds});
    all.push_back({.path = "replicas",
        .place = at<&Experiment::replicas>(),
        .words = {tr("replicas"), {}, tr("Independent networks; curves show mean and spread")},
        .asked = 1,
        .range = ranges::replicas});
    for (Field& field : all)
        if (field.words.label.empty())
            field.words.label = field.words.name;
    return all;
}

}   // namespace stepzero
