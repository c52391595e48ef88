// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/code.h"

#include <algorithm>

#include "app/commands/command.h"
#include "app/commands/notes.h"
#include "app/commands/output.h"
#include "app/commands/source.h"
#include "core/base/words/words.h"

namespace stepzero {

namespace {

void run_code(const Arguments& arguments)
{
    const auto name = arguments.value("--framework");
    if (!name)
        throw UsageError(tr("%1 is required: one of %2", "--framework NAME", list_text(framework_names())));
    const std::vector<std::string>& names = framework_names();
    const auto framework = Framework(std::find(names.begin(), names.end(), *name) - names.begin());
    const Experiment experiment = experiment_from(arguments.words.front());
    if (!has_code(experiment.network, framework))
        throw UsageError(tr("code for %1 networks is available for PyTorch only", experiment.network.kind));
    if (!experiment.weights.file.empty())
        note(tr("the code initializes its own weights; those of %1 are not in it (`run --tensors` writes them)",
            experiment.weights.file));
    write_result(arguments.value("--output").value_or("-"), framework_code(experiment, framework));
}

}   // namespace

Command command_code()
{
    return {"code", "FILE --framework NAME", 1, 1, tr("write the network as Python code for PyTorch, JAX or Keras"),
        {{"--framework", "", "NAME", tr("pytorch, jax or keras; only pytorch for networks made of blocks"),
             framework_names()},
            output_option(tr("the file to write the code to (default: standard output)"))},
        tr("FILE is an experiment file, a preset's name, or - for standard input. The framework samples its own "
           "random\n"
           "numbers; `stepzero run --tensors` writes the exact numbers of the experiment.\n"
           "\n"
           "Example:\n"
           "  stepzero code notes-he --framework pytorch > he.py\n"),
        run_code};
}

}   // namespace stepzero
