// SPDX-License-Identifier: GPL-3.0-or-later
// Frameworks that a network can be exported to. Each kind of network lists its writers (NetworkKind::code), which turn
// an experiment into a Python module. A framework is offered for a network when the kind has a writer for it.
#pragma once

#include <string>

#include "core/network/experiment/experiment.h"

namespace stepzero {

struct NetworkPlan;

enum class Framework { pytorch, jax, keras };

struct CodeWriter {
    Framework framework = Framework::pytorch;
    /// Writes a module, starting with its imports. Precondition: the plan was made from the experiment.
    std::string (*write)(const Experiment&, const NetworkPlan&) = nullptr;
    bool (*can)(const Network&) = nullptr;   ///< null: all networks of the kind
};

// One writer per kind and framework.
std::string pytorch_code(const Experiment& experiment, const NetworkPlan& plan);
std::string pytorch_convolution_code(const Experiment& experiment, const NetworkPlan& plan);
std::string pytorch_residual_code(const Experiment& experiment, const NetworkPlan& plan);
std::string pytorch_resnet_code(const Experiment& experiment, const NetworkPlan& plan);
std::string pytorch_transformer_code(const Experiment& experiment, const NetworkPlan& plan);
std::string pytorch_state_space_code(const Experiment& experiment, const NetworkPlan& plan);
std::string pytorch_recurrent_code(const Experiment& experiment, const NetworkPlan& plan);
std::string jax_code(const Experiment& experiment, const NetworkPlan& plan);
std::string jax_convolution_code(const Experiment& experiment, const NetworkPlan& plan);
std::string keras_code(const Experiment& experiment, const NetworkPlan& plan);
std::string keras_convolution_code(const Experiment& experiment, const NetworkPlan& plan);

}   // namespace stepzero
