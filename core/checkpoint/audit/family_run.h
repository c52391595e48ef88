// SPDX-License-Identifier: GPL-3.0-or-later
// Reads "run" in a family file, which describes how a model of the family becomes a network of the program. It omits
// what the tensors show for any family: sizes, biases, norms and experts.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/base/json/json_fields.h"
#include "core/network/experiment/experiment.h"

namespace stepzero {

/// Options of the network, by their names in files.
using RunOptions = std::map<std::string, ParameterValue, std::less<>>;

/// An option set from a number of the config, by the first existing key.
struct RunNumber {
    std::string option;
    std::vector<std::string> config;
    std::string value;   ///< expression over run_variables(), where `given` is the config's number; empty: `given`
    std::string usual;   ///< expression used when the config has no number; empty: the network's default
};

/// Options that apply when the config has a given word; a flag counts as "true" or "false".
struct RunCase {
    std::string config, usual;   ///< key of the config, and its value when it is absent
    std::string word;   ///< word to compare with
    bool equal = true;   ///< true: applies when both are equal; false: when they differ
    RunOptions options;
    Text refused;   ///< not empty: reason why such a model cannot be run, as the end of a sentence about it
};

struct RunActivation {
    std::vector<std::string> config;
    std::string usual;
    bool gated = false;
    std::map<std::string, std::string> words;   ///< words of the config with a special meaning in this family
};

struct RunRotary {
    std::vector<std::string> base, share;   ///< keys of the config
    double usual_share = 1;
};

/// Number of heads when the config has none: if the word of this key contains one of `words`, heads are `width` wide.
struct RunHeads {
    std::string config;
    std::vector<std::string> words;
    int width = 64;   ///< width of a head
};

struct FamilyRun {
    Text refused;   ///< not empty: reason why no model can be run, as the end of a sentence; all else is empty
    std::string kind;
    std::vector<std::string> heads;   ///< keys of the config
    std::optional<RunHeads> heads_by;
    RunOptions options;
    std::vector<RunNumber> numbers;
    std::vector<RunCase> cases;
    RunActivation activation;
    std::optional<RunRotary> rotary;
};

/// Returns the variables that expressions of RunNumber may use.
const std::vector<std::string>& run_variables();

/// Reads "run". Adds all errors to `problems`.
FamilyRun read_family_run(const Json& json, const std::string& path, Problems& problems);

}   // namespace stepzero
