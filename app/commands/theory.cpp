// SPDX-License-Identifier: GPL-3.0-or-later
#include <charconv>

#include "app/commands/command.h"
#include "app/commands/output.h"
#include "core/base/json/write_json.h"
#include "core/base/words/problem.h"
#include "core/base/words/words.h"
#include "core/exchange/theory_json.h"
#include "core/files/complete.h"
#include "core/files/validate.h"
#include "core/math/activation/activation.h"

namespace stepzero {

namespace {

double variance(const Arguments& arguments, const std::string& option)
{
    const auto text = arguments.value(option);
    if (!text)
        throw UsageError(tr("%1 is required: a fixed point needs both variances", option + " V"));
    return decimal_number(option, *text, 0, 1e12);
}

/// Parses a name and parameters: `elu:alpha=1.5`, `gelu:approximate=tanh`. A formula may contain commas:
/// `formula:max(0, z)`.
Activation activation(const std::string& text)
{
    const std::string option = "--activation";
    const std::size_t colon = text.find(':');
    Experiment experiment;
    Activation& phi = experiment.network.activation;
    phi.name = text.substr(0, colon);
    if (phi.name == formula_name && colon != std::string::npos)
        phi.parameters[phi.name] = text.substr(colon + 1);   // may contain commas
    else if (colon != std::string::npos)
        for (const std::string& part : split(std::string_view(text).substr(colon + 1), ',')) {
            const std::size_t equals = part.find('=');
            if (equals == std::string::npos || equals == 0 || equals + 1 == part.size())
                throw UsageError(tr("%1 must be NAME or NAME:PARAMETER=VALUE,…, got %2", option, quote(text)));
            const std::string name = part.substr(0, equals), value = part.substr(equals + 1);
            double number = 0;
            const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
            const bool numeric = error == std::errc() && end == value.data() + value.size();
            if (!phi.parameters.emplace(name, numeric ? ParameterValue(number) : ParameterValue(value)).second)
                throw UsageError(joined({Text::name(option), tr("%1 is given twice", name)}, ": "));
        }
    // Applies the same rules and sentences as for an experiment file.
    if (const std::vector<Problem> problems = validate(experiment); !problems.empty()) {
        const std::string inside = problems.front().path.substr(std::string("network.activation").size());
        const Text place = Text::name(inside.empty() ? option : option + ": " + inside.substr(1));
        throw UsageError(joined({place, problems.front().message}, " "));
    }
    return with_completed_parameters(experiment).network.activation;
}

std::vector<std::string> activation_names()
{
    std::vector<std::string> names;
    for (const ActivationInfo& info : activations())
        names.push_back(info.name);
    return names;
}

void run_theory(const Arguments& arguments)
{
    const auto text = arguments.value("--activation");
    if (!text)
        throw UsageError(tr("%1 is required, such as %2", "--activation NAME", "--activation tanh"));
    const ActivationFunction phi(activation(*text));
    const FixedPoint point
        = fixed_point(phi, variance(arguments, "--weight-variance"), variance(arguments, "--bias-variance"));
    write_result(arguments.value("--output").value_or("-"), json_lines(json_of(point)) + "\n");
}

}   // namespace

Command command_theory()
{
    return {"theory", "--activation NAME[:PARAMETER=VALUE,…] --weight-variance V --bias-variance V", 0, 0,
        tr("write the fixed point, phase and depth scales of mean-field theory"),
        {{"--activation", "", "NAME",
             tr("the name of an activation, as in an experiment file; parameters may follow after a colon"), {},
             activation_names(), "Examples: leaky_relu:negative_slope=0.2, formula:z*tanh(z)."},
            {"--weight-variance", "", "V", tr("fan_in times the variance of a weight")},
            {"--bias-variance", "", "V", tr("the variance of a bias")}, output_option()},
        tr("A number that does not exist is null: a ReLU network has no fixed point above a weight variance of 2.\n"
           "\n"
           "Examples:\n"
           "  stepzero theory --activation tanh --weight-variance 2.5 --bias-variance 0.05\n"
           "  stepzero theory --activation leaky_relu:negative_slope=0.2 --weight-variance 1.9 --bias-variance 0\n"),
        run_theory};
}

}   // namespace stepzero
