// SPDX-License-Identifier: GPL-3.0-or-later
// Which other recipe has the standard deviation that was measured: why a tensor deviates.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/words/text.h"
#include "core/checkpoint/audit/audit.h"

namespace stepzero {

struct ScaleCause {
    std::string id;   ///< what tensors with the same cause have in common: "no_depth_scaling", "fixed 0.02"
    Text cause;   ///< a sentence
    Text fix;
    double std = 0;   ///< that it gives
    Text in_short {};   ///< next to another cause: "depth scaling lost"; empty: it is never combined
};

/// Of recipes that a tensor could have been drawn by in place of its own, in the order in which they explain best.
std::vector<ScaleCause> scale_causes(
    const AuditedPart& part, const AuditedTensor& tensor, const Understanding& understanding);

/// The first whose σ is the measured one within what chance leaves (4 standard errors) and 0.4 %, by itself or together
/// with another truncation than the recipe's (cut_of()); absent when none is.
std::optional<ScaleCause> cause_of_scale(
    const AuditedPart& part, const AuditedTensor& tensor, const Understanding& understanding);

}   // namespace stepzero
