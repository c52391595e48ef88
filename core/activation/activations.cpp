// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/activation/activations.h"

#include <stdexcept>

namespace stepzero {

const std::vector<ActivationInfo>& activations()
{
#define STEPZERO_ENTRY(name) activation_##name(),
    static const std::vector<ActivationInfo> all {STEPZERO_ACTIVATIONS(STEPZERO_ENTRY)};
#undef STEPZERO_ENTRY
    return all;
}

const ActivationInfo* find_activation(std::string_view name)
{
    for (const ActivationInfo& info : activations())
        if (info.name == name)
            return &info;
    return nullptr;
}

ActivationFunction::ActivationFunction(const Activation& activation) : info_(find_activation(activation.name))
{
    if (!info_)
        throw std::invalid_argument("no activation " + activation.name);
    parameters_ = completed(info_->parameters, activation.parameters);
    limits_ = info_->limits(parameters_);
    saturation_ = info_->saturation(parameters_);
}

}   // namespace stepzero
