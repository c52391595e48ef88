// SPDX-License-Identifier: GPL-3.0-or-later
// An outcome is one number of a study's cell, measured and predicted, by which cells are compared. Figures of a study
// show one outcome over its cells.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/study/grid/cell_result.h"

namespace stepzero {

/// All values have the same unit, see Outcome::logarithmic.
struct OutcomeValue {
    double value = 0;   ///< mean over replicas; never NaN
    std::optional<double> sd {};   ///< over replicas; for a logarithm, the relative one over ln 10
    std::optional<double> theory {};   ///< at infinite width, unless the outcome is a spread
    std::optional<double> theory_sd {};   ///< over networks, where finite-width theory holds
};

struct Outcome {
    std::string id;   ///< "last_rms"
    Text label;   ///< "RMS of the last output", for a menu and an axis
    bool logarithmic = false;   ///< numbers are log10, −inf for 0
    bool needs_replicas = false;   ///< absent for a single replica
    std::optional<OutcomeValue> (*of)(const CellResult& cell);   ///< absent when not measured, or lost
};

/// Returns every outcome, simplest first. To add one, add a function and an entry.
const std::vector<Outcome>& outcomes();
const Outcome* find_outcome(std::string_view id);   ///< nullptr when not found

}   // namespace stepzero
