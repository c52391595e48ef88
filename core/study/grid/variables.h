// SPDX-License-Identifier: GPL-3.0-or-later
// What can be varied in an experiment: everything that its registries describe, with the values that a list may take.
#pragma once

#include <string>
#include <vector>

#include "core/base/json/json.h"
#include "core/base/words/text.h"
#include "core/network/experiment/experiment.h"

namespace stepzero {

/// Something that a list of a study may stand in place of.
struct Variable {
    enum class Kind {
        number,   ///< numbers, or objects made from one
        word,   ///< one of `choices`
        scheme,   ///< of weights or biases, with parameters
        activation,   ///< with parameters
    };
    Kind kind = Kind::number;
    std::string path;   ///< where the values are put: "network.depth"
    Text label;   ///< for people: "depth", "std of the weights"

    double low = 0, high = 0;   ///< of numbers, both allowed
    bool whole = false;
    /// A number as it stands in the file; an object for a variance, which only one scheme has.
    Json (*value)(double number) = nullptr;
    std::vector<Json> choices {};   ///< words and truth values
    std::vector<Text> choice_labels {};
    bool for_bias = false;   ///< of a scheme
    bool kernels = false;   ///< of a scheme: it fills kernels of convolutions
    bool gated = false;   ///< of an activation: gated pairs may stand there

    std::vector<Json> suggestion {};   ///< that a new list starts with, the experiment's own among them
};

/// What may be varied in an experiment, the most asked for first. Precondition: it passed validate().
std::vector<Variable> variables(const Experiment& base);

}   // namespace stepzero
