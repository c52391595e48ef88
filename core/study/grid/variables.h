// SPDX-License-Identifier: GPL-3.0-or-later
// Lists the variables of an experiment for studies: everything that its registries describe, with allowed values. The
// lists of a study replace the values of such variables.
#pragma once

#include <string>
#include <vector>

#include "core/base/json/json.h"
#include "core/base/words/text.h"
#include "core/network/experiment/experiment.h"

namespace stepzero {

/// A value of an experiment that a list of a study may replace.
struct Variable {
    enum class Kind {
        number,   ///< numbers, or objects made from one
        word,   ///< one of `choices`
        scheme,   ///< initializer of weights or biases, with parameters
        activation,   ///< activation with parameters
    };
    Kind kind = Kind::number;
    std::string path;   ///< position where values are inserted: "network.depth"
    Text label;   ///< display label: "depth", "std of the weights"

    double low = 0, high = 0;   ///< range of numbers, inclusive
    bool whole = false;
    /// Whether this is σ_w² or σ_b²; `path` is then that of the scheme, which the value replaces.
    bool variance = false;
    /// Converts a number to its form in the file; an object for a variance, which only one scheme has.
    Json (*value)(double number) = nullptr;
    std::vector<Json> choices {};   ///< words and booleans
    std::vector<Text> choice_labels {};
    bool for_bias = false;   ///< schemes only: initializes biases
    bool kernels = false;   ///< schemes only: initializes kernels of convolutions
    bool gated = false;   ///< activations only: gated pairs are allowed

    std::vector<Json> suggestion {};   ///< initial values of a new list, including the experiment's own
};

/// Returns the variables of an experiment, the most common first. Precondition: it passed validate().
std::vector<Variable> variables(const Experiment& base);

}   // namespace stepzero
