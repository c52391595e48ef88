// SPDX-License-Identifier: GPL-3.0-or-later
// What is wrong with an experiment, in sentences.
#pragma once

#include <string>
#include <vector>

#include "core/experiment/experiment.h"

namespace stepzero {

/// One problem: where, what is allowed, what was found.
struct Problem {
    std::string path;   ///< "network.overrides[0].layer"; empty for the file as a whole
    std::string message;   ///< "must be 1 to 10, got 12"
};

/// "he.stepzero.json: network.depth: must be 1 to 10000, got -3"
std::string sentence(const std::string& file, const Problem& problem);

/// All problems of an experiment, in the order of the file format; empty when it can be expanded and run.
std::vector<Problem> validate(const Experiment& experiment);

/// `: did you mean "kaiming_normal"?`, to go behind the quoted name that was found; empty when no known name
/// is near (a third of the letters wrong at most; swapped neighbours are one mistake).
std::string suggestion(const std::string& found, const std::vector<std::string>& known);

}   // namespace stepzero
