// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "app/commands/command.h"
#include "app/commands/sized_work.h"
#include "core/base/words/ranges.h"
#include "core/base/words/words.h"
#include "core/exchange/transfer_json.h"

namespace stepzero {

namespace {

std::vector<double> rates_of(const std::string& text)
{
    std::vector<double> rates;
    for (const std::string& rate : split(text, ','))
        rates.push_back(decimal_number("--rates", rate, ranges::learning_rate.low, ranges::learning_rate.high));
    std::ranges::sort(rates);
    if (rates.size() < 3 || !(rates.front() > 0) || std::ranges::adjacent_find(rates) != rates.end())
        throw UsageError(tr("%1 must be three or more different numbers above 0, got %2", "--rates", quote(text)));
    return rates;
}

void run_transfer(const Arguments& arguments)
{
    TransferRequest request;
    SizedTraining training = sized_training(arguments, request.sizes);
    request.sizes = training.sizes;
    request.depths = training.depths;
    request.seeds = training.seeds;
    Training& train = *training.experiment.train;
    if (const auto steps = arguments.value("--steps"))
        train.steps = whole_number("--steps", *steps, 1, int(ranges::steps.high));
    const auto rates = arguments.value("--rates");
    request.rates = rates ? rates_of(*rates) : rates_around(train.learning_rate);
    write_sized_work(arguments, [&](NoiseCache& cache, const Context& context) -> SizedWork {
        const Transfer t = transfer(training.experiment, training.parametrization, request, cache, context);
        return {format_transfer(t, training.experiment), format_transfer_table(t), t.good()};
    });
}

std::vector<Option> transfer_options()
{
    std::vector<Option> all
        = sized_training_options("64,128,256,512", tr("the number of training steps (default: the experiment's)"));
    all.insert(all.end() - 1,
        {"--rates", "", "LIST", tr("the learning rates to try (default: 1/16, 1/8, …, 16 times the experiment's)")});
    return all;
}

}   // namespace

Command command_transfer()
{
    return {"transfer", "FILE", 1, 1, tr("check whether the best learning rate is the same at every width or depth"),
        transfer_options(),
        tr("FILE is an experiment file, a preset's name, or - for standard input. If the experiment has no "
           "\"train\",\nthe network is trained with Adam on the first task of its kind. Exit status 1: the best "
           "learning rate grows\nor shrinks with the size, or lies outside the range that was tried.\n\nExample:\n  "
           "stepzero transfer notes-he --widths 32,64,128 --steps 20 --parametrization mup\n"),
        run_transfer};
}

}   // namespace stepzero
