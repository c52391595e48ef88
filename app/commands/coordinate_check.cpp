// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/command.h"
#include "app/commands/sized_work.h"
#include "core/base/words/ranges.h"
#include "core/exchange/coordinate_check_json.h"

namespace stepzero {

namespace {

void run_coordinate_check(const Arguments& arguments)
{
    CheckRequest request;
    const SizedTraining training = sized_training(arguments, request.sizes);
    request.sizes = training.sizes;
    request.depths = training.depths;
    request.seeds = training.seeds;
    if (const auto steps = arguments.value("--steps"))
        request.steps = whole_number("--steps", *steps, 1, int(ranges::steps.high));
    write_sized_work(arguments, [&](NoiseCache& cache, const Context& context) -> SizedWork {
        const CoordinateCheck check
            = coordinate_check(training.experiment, training.parametrization, request, cache, context);
        return {format_check(check, training.experiment), format_check_table(check), check.good};
    });
}

std::vector<Option> coordinate_check_options()
{
    std::vector<Option> all
        = sized_training_options("128,256,512,1024", tr("the number of training steps (default: 5)"));
    all.insert(all.end() - 1, {"--rate", "", "R", tr("the learning rate to use instead of the experiment's")});
    return all;
}

}   // namespace

Command command_coordinate_check()
{
    return {"coordinate-check", "FILE", 1, 1,
        tr("check whether the first training steps have the same effect at every width or depth"),
        coordinate_check_options(),
        tr("FILE is an experiment file, a preset's name, or - for standard input. If the experiment has no "
           "\"train\",\nthe network is trained with Adam on the first task of its kind. Exit status 1: the effect of a "
           "step grows\nor shrinks with the size.\n\nExamples:\n  stepzero coordinate-check notes-he --widths "
           "64,128,256\n  stepzero coordinate-check notes-he --widths 64,128,256 --parametrization mup\n"),
        run_coordinate_check};
}

}   // namespace stepzero
