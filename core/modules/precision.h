// SPDX-License-Identifier: GPL-3.0-or-later
// Number formats with fewer bits, to simulate mixed-precision networks. The result of every operation is rounded to
// such a format, and so are the weights. Within an operation, sums are in float32, as in hardware. An operation is a
// product with its bias, a norm, attention from queries to output, or the softmax of the loss.
#pragma once

#include <string>
#include <vector>

#include "core/base/words/text.h"
#include "core/modules/signal.h"
#include "core/network/experiment/experiment.h"

namespace stepzero {

/// The formats to which signals and gradients are rounded.
struct Precision {
    Rounding forward, backward;
};

struct PrecisionInfo {
    std::string name;   ///< as in files: "bfloat16"
    Text label;   ///< display name: "bf16"
    FloatFormat forward, backward;
};

/// Returns all choices, float32 first. "float8_hybrid" is E4M3 forward and E5M2 backward (Micikevicius et al. 2022).
const std::vector<PrecisionInfo>& precisions();
/// Precondition: `measure` belongs to an experiment that passed validate().
const PrecisionInfo& precision_info(const Measure& measure);
/// Returns nullopt for float32.
std::optional<Precision> precision_of(const Measure& measure);

}   // namespace stepzero
