// SPDX-License-Identifier: GPL-3.0-or-later
// Frameworks that a network can be written for, and what writes it: members of its kind (NetworkKind::code).
#pragma once

#include <string>

#include "core/network/experiment/experiment.h"

namespace stepzero {

struct NetworkPlan;

enum class Framework { pytorch, jax, keras };

struct CodeWriter {
    Framework framework = Framework::pytorch;
    /// A module from its first import on. Precondition: the plan is the experiment's.
    std::string (*write)(const Experiment&, const NetworkPlan&) = nullptr;
    bool (*can)(const Network&) = nullptr;   ///< null: all networks of the kind
};

// One writer for a kind and a framework.
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
