// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/code.h"

#include <map>

#include "core/exchange/code_adapters.h"
#include "core/exchange/code_optimizer.h"
#include "core/exchange/code_parts.h"
#include "core/kinds/kinds.h"
#include "core/train/adapter.h"

namespace stepzero {

const std::vector<std::string>& framework_names()
{
    static const std::vector<std::string> names {"pytorch", "jax", "keras"};
    return names;
}

namespace {

using CodeWriter = std::string (*)(const Experiment&);

/// One entry a kind and framework.
CodeWriter writer_of(const std::string& kind, Framework framework)
{
    static const std::map<std::pair<std::string, Framework>, CodeWriter> all {
        {{dense_kind().name, Framework::pytorch}, pytorch_code},
        {{dense_kind().name, Framework::jax}, jax_code},
        {{dense_kind().name, Framework::keras}, keras_code},
        {{convolution_kind().name, Framework::pytorch}, pytorch_convolution_code},
        {{convolution_kind().name, Framework::jax}, jax_convolution_code},
        {{convolution_kind().name, Framework::keras}, keras_convolution_code},
        {{residual_kind().name, Framework::pytorch}, pytorch_residual_code},
        {{resnet_kind().name, Framework::pytorch}, pytorch_resnet_code},
        {{transformer_kind().name, Framework::pytorch}, pytorch_transformer_code},
        {{vision_transformer_kind().name, Framework::pytorch}, pytorch_transformer_code},
        {{state_space_kind().name, Framework::pytorch}, pytorch_state_space_code},
        {{recurrent_kind().name, Framework::pytorch}, pytorch_recurrent_code},
    };
    const auto found = all.find({kind, framework});
    return found == all.end() ? nullptr : found->second;
}

}   // namespace

bool has_code(const Network& network, Framework framework)
{
    // JAX's and Keras's writers make a layer where they apply it.
    return writer_of(network.kind, framework) && (framework == Framework::pytorch || !option_flag(network, "shared"));
}

std::string framework_code(const Experiment& experiment, Framework framework)
{
    const CodeWriter write = writer_of(experiment.network.kind, framework);
    std::string text = write ? write(experiment) : std::string();
    if (framework == Framework::pytorch && experiment.train && !text.empty()) {
        const std::string adapters = has_adapters(*experiment.train) ? pytorch_adapters(experiment) + "\n\n" : "";
        text.insert(text.find("if __name__ =="), adapters + pytorch_optimizer(experiment) + "\n\n");
        text.insert(text.find("import numpy"), "from fnmatch import fnmatch\n\n");
    }
    return text;
}

}   // namespace stepzero
