// SPDX-License-Identifier: GPL-3.0-or-later
// What a cell of a study comes down to: one number, measured and predicted, that cells are compared by.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/study/grid/cell_result.h"

namespace stepzero {

/// All in one unit: that of Outcome::logarithmic.
struct OutcomeValue {
    double value = 0;   ///< of several replicas, the mean; never NaN
    std::optional<double> sd {};   ///< over replicas; of a logarithm the relative one over ln 10
    std::optional<double> theory {};   ///< of infinite width, unless the outcome is a spread
    std::optional<double> theory_sd {};   ///< over networks, where the law of finite width holds
};

struct Outcome {
    std::string id;   ///< "last_rms"
    Text label;   ///< "RMS of the last output", for a menu and an axis
    bool logarithmic = false;   ///< numbers are log10 of it, −inf for 0
    bool needs_replicas = false;   ///< absent of a single one
    std::optional<OutcomeValue> (*of)(const CellResult& cell);   ///< absent where not measured, or lost
};

/// Every outcome, the plainest first. A new one is one function and one entry.
const std::vector<Outcome>& outcomes();
const Outcome* find_outcome(std::string_view id);   ///< nullptr when there is none

}   // namespace stepzero
