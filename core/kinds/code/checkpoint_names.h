// SPDX-License-Identifier: GPL-3.0-or-later
// Names of the tensors of a network made of blocks in checkpoint files. They follow Hugging Face's checkpoints of
// GPT-2, LLaMA and ViT (transformers, models/gpt2, models/llama and models/vit), and those of state-spaces/mamba. The
// files therefore load into these models. Tensors that those models lack have additional names in the same style.
#pragma once

#include <string>
#include <vector>

#include "core/network/init/parameter_plan.h"
#include "core/network/plan.h"

namespace stepzero {

enum class CheckpointStyle {
    own,   ///< the plans' own names, for networks without tokens
    gpt2,   ///< transformers of words without gate and RMSNorm
    llama,   ///< transformers of words with a gate or RMSNorm
    vit,   ///< transformers of images
    mamba,   ///< state-space networks
};

CheckpointStyle checkpoint_style(const Network& network);

/// Returns the name of a role's tensors without ".weight" and ".bias", such as "h.{}.attn.c_attn", where {} is the
/// block counted from 0. q, k and v of GPT-2 share one name, because they are next to each other in one tensor. For
/// experts it is "model.layers.{}.mlp.{}.{}.up_proj": the second {} is "experts" or "shared_experts", the third the
/// expert, counted from 0. Precondition: the plan belongs to a network with tokens, and the style is not `own`.
std::string checkpoint_name(CheckpointStyle style, const ParameterPlan& plan);

/// Returns the ending of the name: ".weight", ".bias", or nothing when the tensor is itself an attribute of its module.
/// These are A_log and D of Mamba, and positions and class token of ViT, which have an additional axis for one image.
std::string ending_of(CheckpointStyle style, const ParameterPlan& plan);

/// Returns the kernel that a tensor has axes for: the plan's window. For a kernel along a sequence, whose length is not
/// known to the plan, only dimensions and side are set. 0 dimensions: the tensor has no kernel.
Window kernel_of(const ParameterPlan& plan);

/// Returns whether the parameter is a linear map in the blocks of GPT-2, which is stored as [fan_in, fan_out]
/// ("Conv1D").
bool is_conv1d(CheckpointStyle style, const ParameterPlan& plan);

/// A tensor of a checkpoint file, which may hold several parameters.
struct CheckpointTensor {
    std::string name;
    std::vector<std::size_t> shape;
    std::vector<ParameterPlan> parts;   ///< along the last axis, or along the first if `below`; none: zeros
    bool transposed = false;   ///< stored as [fan_in, fan_out]
    bool below = false;
};

/// Returns the tensors of all parameters in the order of use. Models of GPT-2 and ViT have biases everywhere; a bias
/// that the network lacks becomes zeros.
std::vector<CheckpointTensor> checkpoint_tensors(const NetworkPlan& network);

}   // namespace stepzero
