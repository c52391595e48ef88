// SPDX-License-Identifier: GPL-3.0-or-later
// A network of state-space blocks from a plain description: tokens → embedding → blocks → final norm → head. Each block
// is one residual step around a Mixer (Gu, Dao: Mamba. 2023).
//
// Roles of matrices: "in_proj", "conv1d", "x_proj", "dt_proj", "A_log", "out_proj" in the blocks, "embedding" and
// "head" outside. Roles of vectors: "dt_bias", "D" and the bias of the convolution. Sites: those of mixer.h, and
// W_norm, W_norm_after, W_stream, W_branch, W_return of residual.h with W = "mixer"; "embedding", "final_norm",
// "logits" outside.
#pragma once

#include "core/modules/mixer.h"
#include "core/modules/residual.h"
#include "core/modules/token_network.h"

namespace stepzero {

struct StateSpaceSpec {
    int layers = 24, width = 768, vocabulary = 50280;
    int channels = 1536;   ///< channels of the inside: 2·width
    int states = 16;   ///< states per channel: d_state
    int taps = 4;   ///< taps of the convolution: d_conv
    int dt_rank = 48;   ///< ⌈width/16⌉
    bool tied = true, final_norm = true;
    Placement placement = Placement::pre;
    NormKind norm = NormKind::rms;
    double epsilon = 1e-5;
    double alpha = 0.5;   ///< α of DyT
    Activation activation {"silu", {}};   ///< after the convolution, and of the gate
    double skip = 1, branch = 1;   ///< s and α of residual.h
    std::map<std::string, RoleInitializer> matrices {
        {"embedding", {{"normal", {{"mean", 0.0}, {"std", 0.02}}}, 1}}, {"A_log", {{"s4d_real", {}}, 1}}};
    RoleInitializer matrix {{"pytorch_linear", {}}, 1};   ///< for matrices that are not named
    RoleInitializer convolution_bias {{"pytorch_linear", {}}, 1};
    RoleInitializer dt_bias {{"softplus_log_uniform", {}}, 1};
    RoleInitializer d {{"ones", {}}, 1};
    RoleInitializer norm_scale {{"ones", {}}, 1};   ///< for norms that are not named
    std::map<std::string, RoleInitializer> norm_scales {};   ///< by the name of the norm: "final_norm"
    NumberVariables law_variables {};   ///< variables of expressions in these initializers
    bool blocks_differ = false;   ///< an expression depends on the block
};

/// Throws std::invalid_argument for inconsistent numbers and unknown words.
TokenNetwork state_space_network(const StateSpaceSpec& spec);

/// Returns the approximate peak memory in bytes of a pass with a DistributionRecorder over `tokens_in_all` tokens of
/// all sequences.
double memory_estimate(const StateSpaceSpec& spec, double tokens_in_all, bool backward);

}   // namespace stepzero
