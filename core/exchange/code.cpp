// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/code.h"

#include <algorithm>
#include <array>

#include "core/exchange/code_adapters.h"
#include "core/exchange/code_optimizer.h"
#include "core/files/title.h"
#include "core/kinds/kinds.h"
#include "core/train/adapter.h"

namespace stepzero {

const std::vector<std::string>& framework_names()
{
    static const std::vector<std::string> names {"pytorch", "jax", "keras"};
    return names;
}

namespace {

/// Returns null when there is none.
const CodeWriter* writer_of(const Network& network, Framework framework)
{
    const auto& writers = kind_of(network).code;
    const auto found = std::ranges::find(writers, framework, &CodeWriter::framework);
    return found == writers.end() || (found->can && !found->can(network)) ? nullptr : &*found;
}

/// Returns the title as comment lines, and a description of the module.
std::string head_of(const Experiment& experiment, Framework framework)
{
    static constexpr std::array titles {"PyTorch", "JAX (flax.linen)", "Keras 3"};
    std::string title = title_of(experiment).english();
    std::replace_if(
        title.begin(), title.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; }, ' ');
    return "# " + title + "\n# Written by Stepzero for " + titles[int(framework)]
        + ": the same network with the same initialization. The random numbers are\n"
          "# the framework's own; `stepzero run --tensors` writes those that Stepzero shows.\n"
        + (experiment.weights.file.empty() ? ""
                                           : "# Stepzero reads this network's weights from a file, and `run --tensors` "
                                             "writes the same; here they are\n"
                                             "# drawn anew, by the recipe.\n");
}

}   // namespace

bool has_code(const Network& network, Framework framework) { return writer_of(network, framework) != nullptr; }

std::string framework_code(const Experiment& experiment, Framework framework)
{
    const CodeWriter* writer = writer_of(experiment.network, framework);
    if (!writer)
        return {};
    const NetworkPlan plan = plan_of(experiment.network);
    std::string text = head_of(experiment, framework) + writer->write(experiment, plan);
    if (framework == Framework::pytorch && experiment.train) {
        const std::string adapters = has_adapters(*experiment.train) ? pytorch_adapters(experiment, plan) + "\n\n" : "";
        text.insert(text.find("if __name__ =="), adapters + pytorch_optimizer(experiment, plan) + "\n\n");
        text.insert(text.find("import numpy"), "from fnmatch import fnmatch\n\n");
    }
    return text;
}

}   // namespace stepzero
