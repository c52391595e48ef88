// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the tensors of replica 0 to a safetensors file. They suffice to compute every number of a result
// independently, and to load the initialization into a real model.
#pragma once

#include <filesystem>

#include "core/base/run/context.h"
#include "core/network/experiment/experiment.h"
#include "core/network/init/noise_cache.h"
#include "core/network/init/parameter.h"
#include "core/network/plan.h"

namespace stepzero {

/// The metadata contain the experiment, so that the file can be run and audited without another one.
///
/// For a dense network: `input` [samples, input_width], `layers.N.weight` [fan_out, fan_in], `layers.N.bias` [fan_out]
/// and `cotangent` [samples, width of the last layer], float32. If the correlation of two inputs is measured, also
/// `pairs` [2·pairs, input_width], as returned by draw_pairs(). They enter the network multiplied by the input's RMS.
///
/// For a network of blocks: its parameters, named as in checkpoint_names.h, and `input` and `cotangent` [samples,
/// width]. If it takes tokens, instead `input_ids` and `labels` [sequences, tokens], 64-bit integers; a label is the
/// next token. For a vision transformer, `input` and `labels` [samples], the classes.
///
/// One tensor (for GPT-2's q, k, v: three) is in memory at a time. Throws Stopped, FileError and the exceptions of
/// draw_input() and draw_tokens(); then no file is left. Precondition: the experiment passed validate().
void write_tensors(const std::filesystem::path& path, const Experiment& experiment, const NetworkPlan& plan,
    NoiseCache& cache, const Context& context);

/// Writes only the parameters, from any source, under the same names. The parameters in `others` follow under their own
/// names. A factor of an adapter, ".lora_A.weight", is named after its matrix. The metadata contain the experiment.
void write_parameters(const std::filesystem::path& path, const Experiment& experiment, const NetworkPlan& plan,
    const ParameterSource& parameters, const std::vector<ParameterPlan>& others, const Context& context);

}   // namespace stepzero
