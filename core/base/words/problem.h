// SPDX-License-Identifier: GPL-3.0-or-later
// What is wrong with something that was read, in sentences.
#pragma once

#include <string>
#include <vector>

#include "core/base/words/text.h"

namespace stepzero {

/// One problem: where, what is allowed, what was found.
struct Problem {
    std::string path;   ///< "network.overrides[0].layer"; empty for the file as a whole
    Text message;   ///< "must be 1 to 10, got 12"
};
using Problems = std::vector<Problem>;

/// "network.depth: must be 1 to 10000, got -3"
Text with_path(const Problem& problem);
/// "he.stepzero.json: network.depth: must be 1 to 10000, got -3"
Text sentence(const std::string& file, const Problem& problem);

/// Returns the known name that is nearest in spelling; nullptr: none is near. At most a third of its letters may be
/// wrong, and swapped neighbours count as one mistake.
const std::string* nearest_name(const std::string& found, const std::vector<std::string>& known);
/// Adds the nearest known name to a sentence that ends in the name that was found: `…: did you mean "kaiming_normal"?`.
/// Returns the sentence unchanged when none is near.
Text with_suggestion(Text sentence, const std::string& found, const std::vector<std::string>& known);
/// The same, with the names that are known after it: "… (known: a, b)".
Text with_known(Text sentence, const std::string& found, const std::vector<std::string>& known);

}   // namespace stepzero
