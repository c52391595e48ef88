// SPDX-License-Identifier: GPL-3.0-or-later
// A comparison shows an argument as experiments that differ in one setting, such as the scaling of residual branches.
// Each kind of network lists its own comparisons (NetworkKind::comparisons).
#pragma once

#include <string>
#include <vector>

#include "core/base/words/text.h"
#include "core/network/experiment/experiment.h"

namespace stepzero {

struct Variant {
    Text label;   ///< display name: "with 1/√(2L)"
    Experiment experiment;
};

/// A comparison as it appears in menus and files.
struct ComparisonKind {
    std::string name;   ///< "residual_scaling"
    Text label;   ///< display name: "Residual scaling on and off"
    Text claim;   ///< the argument as a sentence
    bool (*applies)(const Network&);   ///< null: applies to every network of a kind that has it
    std::vector<Variant> (*variants)(const Experiment&);   ///< at least two, all valid
    std::string outcome = "stream";   ///< key of the quantity that the figure Compare shows at first
};

/// Returns the experiment with an option changed.
Variant variant_with(const Experiment& experiment, Text label, const std::string& option, ParameterValue value);
/// Returns the experiment with the same initializer for every matrix.
Variant variant_drawn(const Experiment& experiment, Text label, Initializer initializer);

}   // namespace stepzero
