// SPDX-License-Identifier: GPL-3.0-or-later
// "run" in a family file describes how a model of the family becomes a network of the program. It leaves out what the
// tensors show for any family: sizes, biases, norms and experts.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/base/json/json_fields.h"
#include "core/network/experiment/experiment.h"

namespace stepzero {

/// Options of the network by the name that files have for them.
using RunOptions = std::map<std::string, ParameterValue, std::less<>>;

/// A number of the config, by the first of its keys.
struct RunNumber {
    std::string option;
    std::vector<std::string> config;
    std::string value;   ///< a number's text over run_variables(), the config's being `given`; empty: as it is given
    std::string usual;   ///< likewise, where the config has none; empty: the network's own
};

/// What is so where the config has a word, or a flag by the word "true" or "false".
struct RunCase {
    std::string config, usual;   ///< its key, and what it is where the config does not say
    std::string word;   ///< compared with it …
    bool equal = true;   ///< … and whether they must be the same
    RunOptions options;
    Text refused;   ///< not empty: why such a model is not run, as the end of a sentence about it
};

struct RunActivation {
    std::vector<std::string> config;
    std::string usual;
    bool gated = false;
    std::map<std::string, std::string> words;   ///< words of the config that mean another activation in this family
};

struct RunRotary {
    std::vector<std::string> base, share;   ///< keys of the config
    double usual_share = 1;
};

/// Where the config has no number of heads, but a word of one of these in its name.
struct RunHeads {
    std::string config;
    std::vector<std::string> words;
    int width = 64;   ///< the width of a head
};

struct FamilyRun {
    Text refused;   ///< not empty: why none is run, as the end of a sentence about a model; all else is empty
    std::string kind;
    std::vector<std::string> heads;   ///< keys of the config
    std::optional<RunHeads> heads_by;
    RunOptions options;
    std::vector<RunNumber> numbers;
    std::vector<RunCase> cases;
    RunActivation activation;
    std::optional<RunRotary> rotary;
};

/// What formulas of RunNumber may use.
const std::vector<std::string>& run_variables();

/// Reports everything that is wrong in `problems`.
FamilyRun read_family_run(const Json& json, const std::string& path, Problems& problems);

}   // namespace stepzero
