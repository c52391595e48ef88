// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/sized_training.h"

#include <algorithm>
#include <utility>

#include "app/commands/source.h"
#include "core/base/formats/file.h"
#include "core/base/words/problem.h"
#include "core/base/words/ranges.h"
#include "core/base/words/words.h"
#include "core/files/complete.h"
#include "core/files/validate.h"
#include "core/train/default_training.h"
#include "core/train/optimizer.h"
#include "core/train/parametrization_file.h"

namespace stepzero {

namespace {

std::vector<std::string> parametrization_names()
{
    std::vector<std::string> names;
    for (const Parametrization& p : parametrizations())
        names.push_back(p.name);
    return names;
}

std::string contents_of(const std::string& file)
try {
    return read_file(file);
} catch (const FileError& error) {
    throw BadExperiment(text_of(error));
}

/// Returns a known parametrization, or one from a file.
Parametrization parametrization_of(const std::string& name)
{
    if (const Parametrization* known = find_parametrization(name))
        return *known;
    if (name.find('.') == std::string::npos && name.find('/') == std::string::npos)
        throw UsageError(with_suggestion(tr("%1 must be one of %2, or a file, got %3", "--parametrization",
                                             list_text(parametrization_names()), quote(name)),
            name, parametrization_names()));
    const auto read = parse_parametrization(contents_of(name));
    if (const auto* problems = std::get_if<std::vector<Problem>>(&read))
        throw BadExperiment(sentence(name, problems->front()));
    return std::get<Parametrization>(read);
}

std::vector<std::string> optimizer_names()
{
    std::vector<std::string> names;
    for (const OptimizerInfo& info : optimizers())
        names.push_back(info.name);
    return names;
}

void take_sizes(SizedTraining& training, const Arguments& arguments)
{
    const auto widths = arguments.value("--widths"), depths = arguments.value("--depths");
    if (widths && depths)
        throw UsageError(tr("--widths and --depths cannot be used together"));
    training.depths = depths.has_value();
    if (const auto& text = widths ? widths : depths) {
        const char* option = widths ? "--widths" : "--depths";
        const NumberRange range = widths ? ranges::width : ranges::depth;
        training.sizes.clear();
        for (const std::string& size : split(*text, ','))
            training.sizes.push_back(whole_number(option, size, int(range.low), int(range.high)));
        std::ranges::sort(training.sizes);
        if (training.sizes.size() < 2 || std::ranges::adjacent_find(training.sizes) != training.sizes.end())
            throw UsageError(tr("%1 must be two or more different numbers, got %2", option, quote(*text)));
    }
    if (const auto seeds = arguments.value("--seeds"))
        training.seeds = whole_number("--seeds", *seeds, 1, int(ranges::replicas.high));
    if (training.sizes.size() == 2 && training.seeds == 1)
        throw UsageError(tr("two sizes with one seed give no confidence interval: add sizes, or --seeds"));
}

}   // namespace

std::vector<Option> sized_training_options(const std::string& default_widths, Text steps)
{
    return {{"--widths", "", "LIST", tr("the widths to train at, separated by commas (default: %1)", default_widths)},
        {"--depths", "", "LIST", tr("the depths to train at, instead of widths")},
        {"--steps", "", "N", std::move(steps)}, {"--seeds", "", "N", tr("networks per size (default: 3)")},
        {"--parametrization", "", "NAME",
            tr("standard, ntk, mup, depth_mup, completep or a file (default: the experiment's)"), {}, {},
            "The base size is that of FILE, where all parametrizations are the same network. A file has the format "
            "stepzero-parametrization."},
        {"--optimizer", "", "NAME", tr("the optimizer to use instead of the experiment's"), optimizer_names()},
        {"--output", "-o", "FILE",
            tr("the file to write all numbers to as JSON; - writes them to standard output instead of the table")}};
}

SizedTraining sized_training(const Arguments& arguments, const std::vector<int>& default_sizes)
{
    SizedTraining training;
    training.sizes = default_sizes;
    Experiment& experiment = training.experiment;
    const SourceText source = source_text(arguments.words.front());
    experiment = experiment_in(source);
    if (!experiment.train)
        experiment.train = default_training(experiment.network);
    if (const auto name = arguments.value("--parametrization"))
        experiment.train->parametrization = *name;
    training.parametrization = parametrization_of(experiment.train->parametrization);
    if (const auto name = arguments.value("--optimizer")) {
        if (*name != experiment.train->optimizer.name)
            experiment.train->optimizer = {*name, {}};
        experiment.train->learning_rate = find_optimizer(*name)->rate;
    }
    if (const auto rate = arguments.value("--rate"))
        experiment.train->learning_rate
            = decimal_number("--rate", *rate, ranges::learning_rate.low, ranges::learning_rate.high);
    experiment = with_completed_parameters(experiment);
    take_sizes(training, arguments);
    if (const Text problem = problem_at_sizes(Text::name(source.name), experiment, training.sizes, training.depths);
        !problem.empty())
        throw BadExperiment(problem);
    return training;
}

}   // namespace stepzero
