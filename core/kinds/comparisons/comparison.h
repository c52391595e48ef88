// SPDX-License-Identifier: GPL-3.0-or-later
// What may be compared: an argument, as experiments that differ in the one thing argued about, such as the scaling of
// residual branches. Each kind has its own (NetworkKind::comparisons).
#pragma once

#include <string>
#include <vector>

#include "core/experiment/experiment.h"

namespace stepzero {

struct Variant {
    std::string label;   ///< "with 1/√(2L)"; for people
    Experiment experiment;
};

/// As menus and files know it.
struct ComparisonKind {
    std::string name;   ///< "residual_scaling"
    std::string label;   ///< for people: "Residual scaling on and off"
    std::string claim;   ///< the argument in a sentence
    bool (*applies)(const Network&);   ///< null: to every network of a kind that has it
    std::vector<Variant> (*variants)(const Experiment&);   ///< two or more, all valid
};

/// The experiment with an option changed.
Variant variant_with(const Experiment& experiment, std::string label, const std::string& option, ParameterValue value);
/// ... with every matrix filled alike.
Variant variant_drawn(const Experiment& experiment, std::string label, Initializer initializer);

}   // namespace stepzero
