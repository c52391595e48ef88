// SPDX-License-Identifier: GPL-3.0-or-later
// What the tensors of a network made of blocks are called in a file: as in Hugging Face's checkpoints of GPT-2, LLaMA
// and ViT (transformers, models/gpt2, models/llama and models/vit), and in those of state-spaces/mamba, so that they
// load into these models. What those models lack has a name in their manner beside.
#pragma once

#include <string>
#include <vector>

#include "core/network/init/parameter_plan.h"
#include "core/network/plan.h"

namespace stepzero {

enum class CheckpointStyle {
    own,   ///< the plans' own names: networks without tokens
    gpt2,   ///< transformers of words without gate and RMSNorm
    llama,   ///< those with one of the two
    vit,   ///< transformers of images
    mamba,   ///< state-space networks
};

CheckpointStyle checkpoint_style(const Network& network);

/// Of a role's tensors, without ".weight" and ".bias": "h.{}.attn.c_attn", {} being the block counted from 0. q, k and
/// v of GPT-2 have one name, they lie side by side in one tensor. Of experts "model.layers.{}.mlp.{}.{}.up_proj", the
/// second {} being "experts" or "shared_experts" and the third the expert, counted from 0. Precondition: a plan of a
/// network that has tokens, and not `own`.
std::string checkpoint_name(CheckpointStyle style, const ParameterPlan& plan);

/// What stands behind that name: ".weight", ".bias", or nothing, where the tensor is an attribute of its module itself:
/// A_log and D of Mamba, positions and class token of ViT, which have an axis of one image there.
std::string ending_of(CheckpointStyle style, const ParameterPlan& plan);

/// The kernel that a tensor has axes of: the plan's window, or of one along a sequence, whose length no plan knows, its
/// dimensions and side alone. Of 0 dimensions: none.
Window kernel_of(const ParameterPlan& plan);

/// Whether it is a linear map in the blocks of GPT-2, kept as [fan_in, fan_out] ("Conv1D").
bool is_conv1d(CheckpointStyle style, const ParameterPlan& plan);

/// A tensor of a file.
struct CheckpointTensor {
    std::string name;
    std::vector<std::size_t> shape;
    std::vector<ParameterPlan> parts;   ///< side by side along the last axis, or if `below` the first; none: zeros
    bool transposed = false;   ///< [fan_in, fan_out]
    bool below = false;
};

/// All parameters in the order of use. GPT-2's and ViT's models have a bias everywhere: what the network lacks is
/// zeros.
std::vector<CheckpointTensor> checkpoint_tensors(const NetworkPlan& network);

}   // namespace stepzero
