// SPDX-License-Identifier: GPL-3.0-or-later
// What is wrong with something that was read, in sentences.
#pragma once

#include <string>
#include <vector>

namespace stepzero {

/// One problem: where, what is allowed, what was found.
struct Problem {
    std::string path;   ///< "network.overrides[0].layer"; empty for the file as a whole
    std::string message;   ///< "must be 1 to 10, got 12"
};
using Problems = std::vector<Problem>;

/// "he.stepzero.json: network.depth: must be 1 to 10000, got -3"
std::string sentence(const std::string& file, const Problem& problem);

/// `: did you mean "kaiming_normal"?`, to go behind the quoted name that was found; empty when no known name
/// is near (a third of the letters wrong at most; swapped neighbours are one mistake).
std::string suggestion(const std::string& found, const std::vector<std::string>& known);

}   // namespace stepzero
