// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/code.h"

#include "core/exchange/code_parts.h"
#include "core/kinds/kinds.h"

namespace stepzero {

const std::vector<std::string>& framework_names()
{
    static const std::vector<std::string> names {"pytorch", "jax", "keras"};
    return names;
}

bool has_code(const Network& network, Framework framework)
{
    return framework == Framework::pytorch || kind_of(network).layered;
}

std::string framework_code(const Experiment& experiment, Framework framework)
{
    switch (framework) {
    case Framework::pytorch: {
        const NetworkKind& kind = kind_of(experiment.network);
        return kind.layered ? pytorch_code(experiment)
            : kind.takes_tokens ? pytorch_transformer_code(experiment)
                                        : pytorch_residual_code(experiment);
    }
    case Framework::jax:
        return jax_code(experiment);
    case Framework::keras:
        return keras_code(experiment);
    }
    return {};
}

}   // namespace stepzero
