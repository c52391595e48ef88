// SPDX-License-Identifier: GPL-3.0-or-later
// Problems found in input, as sentences for the user: the place in the file, what is allowed and what was found.
#pragma once

#include <string>
#include <vector>

#include "core/base/words/text.h"

namespace stepzero {

/// A problem: its place and a message with the allowed and the found value.
struct Problem {
    std::string path;   ///< "network.overrides[0].layer"; empty for the file as a whole
    Text message;   ///< "must be 1 to 10, got 12"
};
using Problems = std::vector<Problem>;

/// "network.depth: must be 1 to 10000, got -3"
Text with_path(const Problem& problem);
/// "he.stepzero.json: network.depth: must be 1 to 10000, got -3"
Text sentence(const std::string& file, const Problem& problem);

/// Returns the known name that is nearest in spelling, or nullptr when none is near. At most a third of its letters may
/// be wrong; swapped neighbours count as one mistake.
const std::string* nearest_name(const std::string& found, const std::vector<std::string>& known);
/// Adds the nearest known name to a sentence that ends in the name that was found: `…: did you mean "kaiming_normal"?`.
/// Returns the sentence unchanged when none is near.
Text with_suggestion(Text sentence, const std::string& found, const std::vector<std::string>& known);
/// Like with_suggestion(), with the known names appended: "… (known: a, b)".
Text with_known(Text sentence, const std::string& found, const std::vector<std::string>& known);

}   // namespace stepzero
