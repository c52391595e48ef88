// SPDX-License-Identifier: GPL-3.0-or-later
// Explains a deviating standard deviation by another recipe that has the measured one. Typical causes are a missing
// depth scaling, another fan or a different truncation.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/words/text.h"
#include "core/checkpoint/audit/audit.h"

namespace stepzero {

struct ScaleCause {
    std::string id;   ///< common to tensors with the same cause: "no_depth_scaling", "fixed 0.02"
    Text cause;   ///< a sentence
    Text fix;
    double std = 0;   ///< resulting σ
    Text in_short {};   ///< used when combined with another cause: "depth scaling lost"; empty: never combined
};

/// Returns alternative recipes that may have initialized the tensor, most plausible first.
std::vector<ScaleCause> scale_causes(
    const AuditedPart& part, const AuditedTensor& tensor, const Understanding& understanding);

/// Returns the first cause whose σ is the measured one, within random scatter (4 standard errors) and 0.4%. It may be
/// combined with a different truncation than the recipe's (cut_of()). Absent when none matches.
std::optional<ScaleCause> cause_of_scale(
    const AuditedPart& part, const AuditedTensor& tensor, const Understanding& understanding);

}   // namespace stepzero
