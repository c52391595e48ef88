// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/code.h"

#include <algorithm>

#include "app/commands/command.h"
#include "app/commands/notes.h"
#include "app/commands/output.h"
#include "app/commands/source.h"

namespace stepzero {

namespace {

void run_code(const Arguments& arguments)
{
    const auto name = arguments.value("--framework");
    if (!name)
        throw UsageError("which framework? Add --framework and one of pytorch, jax, keras");
    const std::vector<std::string>& names = framework_names();
    const auto framework = Framework(std::find(names.begin(), names.end(), *name) - names.begin());
    const Experiment experiment = experiment_from(arguments.words.front());
    if (!has_code(experiment.network, framework))
        throw UsageError("code for " + experiment.network.kind + " networks is written for pytorch only");
    if (!experiment.weights.file.empty())
        note("the code draws its weights, those of " + experiment.weights.file
            + " are not in it (`run --tensors` writes them for it)");
    write_result(arguments.value("--output").value_or("-"), framework_code(experiment, framework));
}

}   // namespace

Command command_code()
{
    return {"code", "FILE --framework NAME", 1, 1, "write the network as Python code for PyTorch, JAX or Keras",
        {{"--framework", "", "NAME", "pytorch, jax or keras; for networks made of blocks pytorch", framework_names()},
            output_option("the code")},
        "FILE is an experiment file, a preset's name, or - for standard input. The framework draws its own random\n"
        "numbers; `stepzero run --tensors` writes the very numbers.\n"
        "\n"
        "Example:\n"
        "  stepzero code notes-he --framework pytorch > he.py\n",
        run_code};
}

}   // namespace stepzero
