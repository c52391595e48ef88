// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/command.h"
#include "app/commands/output.h"
#include "core/activation/activation.h"
#include "core/exchange/theory_json.h"

namespace stepzero {

namespace {

double variance(const Arguments& arguments, const std::string& option)
{
    const auto text = arguments.value(option);
    if (!text)
        throw UsageError("a fixed point needs both variances: add " + option + " and a number");
    return decimal_number(option, *text, 0, 1e12);
}

void run(const Arguments& arguments)
{
    std::vector<std::string> names;
    for (const ActivationInfo& info : activations())
        names.push_back(info.name);
    const auto name = arguments.value("--activation");
    if (!name)
        throw UsageError("which activation? Add --activation and a name, such as tanh");
    const ActivationFunction phi({choice("--activation", *name, names), {}});
    const FixedPoint point
        = fixed_point(phi, variance(arguments, "--weight-variance"), variance(arguments, "--bias-variance"));
    write_result(arguments.value("--output").value_or("-"), fixed_point_text(point) + "\n");
}

}   // namespace

const Command& theory_command()
{
    static const Command command {"theory", "--activation NAME --weight-variance V --bias-variance V", 0, 0,
        "write the fixed point, phase and depth scales of mean-field theory",
        {{"--activation", "", "NAME", "an activation of the file format, with its default parameters"},
            {"--weight-variance", "", "V", "fan_in times the variance of a weight"},
            {"--bias-variance", "", "V", "the variance of a bias"},
            {"--output", "-o", "FILE", "where the result goes (default: standard output)"}},
        "What does not exist is null: a ReLU network has no fixed point above a weight variance of 2.\n"
        "\n"
        "Example:\n"
        "  stepzero theory --activation tanh --weight-variance 2.5 --bias-variance 0.05\n",
        run};
    return command;
}

}   // namespace stepzero
