// SPDX-License-Identifier: GPL-3.0-or-later
// The tensors of replica 0 as a safetensors file: enough to compute every number of a result again elsewhere,
// and to load the initialization into a real model.
#pragma once

#include <filesystem>

#include "core/base/run/context.h"
#include "core/network/experiment/experiment.h"
#include "core/network/init/noise_cache.h"
#include "core/network/init/parameter.h"
#include "core/network/plan.h"

namespace stepzero {

/// The metadata hold the experiment, so that the file can be run and audited without one beside it.
///
/// Of a dense network `input` [samples, input_width], `layers.N.weight` [fan_out, fan_in], `layers.N.bias` [fan_out]
/// and `cotangent` [samples, width of the last layer], float32; where the correlation of two inputs is measured also
/// `pairs` [2·pairs, input_width], as draw_pairs() gives them: times the input's RMS they enter the network.
///
/// Of one made of blocks its parameters as checkpoint_names.h has them, and `input` and `cotangent` [samples, width],
/// or, where it takes tokens, `input_ids` and `labels` [sequences, tokens], whole numbers of 64 bits: a label is the
/// token that follows. Of a vision transformer `input` and `labels` [samples], the classes.
///
/// One tensor (GPT-2's q, k, v: three) is in memory at a time. Throws Stopped, FileError and what draw_input() and
/// draw_tokens() throw; then no file is left. Precondition: the experiment passed validate().
void write_tensors(const std::filesystem::path& path, const Experiment& experiment, const NetworkPlan& plan,
    NoiseCache& cache, const Context& context);

/// The parameters alone, of any source, under the same names; behind them what `others` names, by its own,
/// but a factor of an adapter, ".lora_A.weight", after its matrix. The metadata hold the experiment.
void write_parameters(const std::filesystem::path& path, const Experiment& experiment, const NetworkPlan& plan,
    const ParameterSource& parameters, const std::vector<ParameterPlan>& others, const Context& context);

}   // namespace stepzero
