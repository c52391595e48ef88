// SPDX-License-Identifier: GPL-3.0-or-later
// The formats that networks are run in at fewer bits: what every operation gives is rounded to one, and so are the
// weights. Within an operation (a product and its bias, a norm, attention from queries to mixture, the softmax of the
// loss) sums are in float32, as hardware has them.
#pragma once

#include <string>
#include <vector>

#include "core/base/words/text.h"
#include "core/modules/signal.h"
#include "core/network/experiment/experiment.h"

namespace stepzero {

/// To what signals and gradients are rounded.
struct Precision {
    Rounding forward, backward;
};

struct PrecisionInfo {
    std::string name;   ///< in files: "bfloat16"
    Text label;   ///< for people: "bf16"
    FloatFormat forward, backward;
};

/// Every choice, float32 first. "float8_hybrid" is E4M3 forward and E5M2 backward (Micikevicius et al. 2022).
const std::vector<PrecisionInfo>& precisions();
/// Precondition: of an experiment that passed validate().
const PrecisionInfo& precision_info(const Measure& measure);
/// None where it is float32.
std::optional<Precision> precision_of(const Measure& measure);

}   // namespace stepzero
