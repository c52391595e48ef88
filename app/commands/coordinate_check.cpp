// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "app/commands/command.h"
#include "app/commands/interrupt.h"
#include "app/commands/output.h"
#include "app/commands/progress_line.h"
#include "app/commands/source.h"
#include "core/exchange/coordinate_check_json.h"
#include "core/files/complete.h"
#include "core/files/validate.h"
#include "core/formats/file.h"
#include "core/train/default_training.h"
#include "core/train/optimizer.h"
#include "core/train/parametrization_file.h"
#include "core/words/problem.h"
#include "core/words/ranges.h"
#include "core/words/words.h"

namespace stepzero {

namespace {

std::vector<std::string> parametrization_names()
{
    std::vector<std::string> names;
    for (const Parametrization& p : parametrizations())
        names.push_back(p.name);
    return names;
}

/// Of the program, or of a file.
Parametrization parametrization_of(const std::string& name)
{
    if (const Parametrization* known = find_parametrization(name))
        return *known;
    if (name.find('.') == std::string::npos && name.find('/') == std::string::npos)
        throw UsageError("--parametrization: " + choice_message(parametrization_names(), name) + ", or a file");
    const auto read = parse_parametrization(read_file(name));
    if (const auto* problems = std::get_if<std::vector<Problem>>(&read))
        throw BadExperiment(sentence(name, problems->front()));
    return std::get<Parametrization>(read);
}

CheckRequest request_of(const Arguments& arguments)
{
    const auto widths = arguments.value("--widths"), depths = arguments.value("--depths");
    if (widths && depths)
        throw UsageError("--widths and --depths do not go together");
    CheckRequest request {.depths = depths.has_value()};
    if (const auto& text = widths ? widths : depths) {
        const char* option = widths ? "--widths" : "--depths";
        const NumberRange range = widths ? ranges::width : ranges::depth;
        request.sizes.clear();
        for (const std::string& size : split(*text, ','))
            request.sizes.push_back(whole_number(option, size, int(range.low), int(range.high)));
        std::ranges::sort(request.sizes);
        if (request.sizes.size() < 2 || std::ranges::adjacent_find(request.sizes) != request.sizes.end())
            throw UsageError(std::string(option) + " must be two or more, all different, got " + quote(*text));
    }
    if (const auto steps = arguments.value("--steps"))
        request.steps = whole_number("--steps", *steps, 1, int(ranges::steps.high));
    if (const auto seeds = arguments.value("--seeds"))
        request.seeds = whole_number("--seeds", *seeds, 1, int(ranges::replicas.high));
    if (request.sizes.size() == 2 && request.seeds == 1)
        throw UsageError("two sizes of one seed give no interval: add sizes or --seeds");
    return request;
}

void run(const Arguments& arguments)
{
    const SourceText source = source_text(arguments.words.front());
    Experiment experiment = experiment_in(source);
    if (!experiment.weights.file.empty())
        throw BadExperiment(
            source.name + ": weights: those of a file are of one size, and cannot be trained at others");
    if (!experiment.train)
        experiment.train = default_training(experiment.network);
    if (const auto name = arguments.value("--parametrization"))
        experiment.train->parametrization = *name;
    const Parametrization parametrization = parametrization_of(experiment.train->parametrization);
    if (const auto name = arguments.value("--optimizer")) {
        if (*name != experiment.train->optimizer.name)
            experiment.train->optimizer = {*name, {}};
        experiment.train->learning_rate = find_optimizer(*name)->rate;
    }
    if (const auto rate = arguments.value("--rate"))
        experiment.train->learning_rate
            = decimal_number("--rate", *rate, ranges::learning_rate.low, ranges::learning_rate.high);
    experiment = with_completed_parameters(experiment);
    const CheckRequest request = request_of(arguments);
    for (const int size : request.sizes) {
        Experiment other = resized(experiment, size, request.depths);
        other.train->parametrization = Training().parametrization;   // a file's name is none of the registry's
        if (const auto problems = validate(other); !problems.empty())
            throw BadExperiment(
                sentence(source.name + ", at " + (request.depths ? "depth " : "width ") + std::to_string(size),
                    problems.front()));
    }
    const auto output = arguments.value("--output");
    if (output)
        check_output(*output);

    const Interrupt interrupt;
    ProgressLine line;
    Context context;
    context.stop = interrupt.token();
    context.report = line.part(0, 1);
    NoiseCache cache(noise_bytes);
    const CoordinateCheck check = coordinate_check(experiment, parametrization, request, cache, context);
    line.clear();
    if (output)
        write_result(*output, format_check(check, experiment));
    if (output != "-")
        write_result("-", format_check_table(check));
    if (!check.good)
        throw BadVerdict();
}

std::vector<std::string> optimizer_names()
{
    std::vector<std::string> names;
    for (const OptimizerInfo& info : optimizers())
        names.push_back(info.name);
    return names;
}

}   // namespace

const Command& coordinate_check_command()
{
    static const Command command {"coordinate-check", "FILE", 1, 1,
        "say whether the first steps change as much at every width or depth",
        {{"--widths", "", "LIST", "widths to train at, with commas between (default: 128,256,512,1024)"},
            {"--depths", "", "LIST", "depths in place of widths"}, {"--steps", "", "N", "how many steps (default: 5)"},
            {"--seeds", "", "N", "networks a size (default: 3)"},
            {"--parametrization", "", "NAME",
                "standard, ntk, mup, depth_mup, completep or a file (default: the experiment's)", {}, {},
                "FILE's own size is the base, where all of them are one network. A file is of the format "
                "stepzero-parametrization."},
            {"--optimizer", "", "NAME", "in place of the experiment's", optimizer_names()},
            {"--rate", "", "R", "the learning rate in place of the experiment's"},
            {"--output", "-o", "FILE", "where all numbers go as JSON; - in place of the table"}},
        "FILE is an experiment file, a preset's name, or - for standard input. Without \"train\" it is trained by Adam "
        "on\n"
        "the first task of its kind. Exit status 1: what some step changes grows or shrinks with the size.\n"
        "\n"
        "Examples:\n"
        "  stepzero coordinate-check notes-he --widths 64,128,256\n"
        "  stepzero coordinate-check notes-he --widths 64,128,256 --parametrization mup\n",
        run};
    return command;
}

}   // namespace stepzero
