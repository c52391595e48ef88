// SPDX-License-Identifier: GPL-3.0-or-later
// What can be varied in an experiment: everything that its registries describe, with the values that a list may take.
#pragma once

#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "core/grid/grid.h"
#include "core/words/problem.h"

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
    std::string label;   ///< for people: "depth", "std of the weights"

    double low = 0, high = 0;   ///< of numbers, both allowed
    bool whole = false;
    /// A number as it stands in the file; an object for a variance, which only one scheme has.
    Json (*value)(double number) = nullptr;
    std::vector<Json> choices {};   ///< words and truth values
    std::vector<std::string> choice_labels {};
    bool for_bias = false;   ///< of a scheme
    bool gated = false;   ///< of an activation: gated pairs may stand there

    std::vector<Json> suggestion {};   ///< that a new list starts with, the experiment's own among them
};

/// What may be varied in an experiment, the most asked for first. Precondition: it passed validate().
std::vector<Variable> variables(const Experiment& base);

/// The variable that a list is of: its path is the variable's, and so are all its values. nullptr when none is.
const Variable* variable_of(const GridAxis& axis, const std::vector<Variable>& all);

/// Something short for people, one a value, all different: "He (Kaiming) normal", "Normal, std 0.02", "tanh", "0.5".
std::vector<std::string> labels_of(const std::vector<Json>& values, const Variable& variable);

/// The number that a value of a variable of kind `number` stands for. Precondition: variable_of() said so.
double number_of(const Json& value);

/// {"scheme": "normal", "std": 0.02} and {"name": "elu", "alpha": 1}, or the bare word. Parameters that are missing are
/// at their defaults.
Initializer initializer_of(const Json& value);
Activation activation_of(const Json& value);
/// The bare word where there are no parameters.
Json value_of(const Activation& activation);

/// A value on one line, as it stands in a file.
std::string value_text(const Json& value);

/// A study of one experiment, its values as they are written in a file; the title is left out, so that cells have
/// their labels for one.
Grid grid_of(const Experiment& base, std::vector<GridAxis> axes);

/// A first study of an experiment: schemes under activations, or what varies in a network made of blocks.
Grid proposed_grid(const Experiment& base);

/// The study with labels completed where a list has none, and every cell looked at, or what is wrong with it.
std::variant<Grid, std::vector<Problem>> checked(const Grid& grid);

/// Numbers as people type them: "5, 10, 20", "1 .. 9" in steps of 1, "1 .. 2 : 5" for five of equal distances and
/// "10 .. 1000 : 7 log" for seven of equal ratios. Sorted as they are typed, without repetitions; whole ones are
/// rounded. What is wrong is a sentence. Numbers ignore the locale.
std::variant<std::vector<double>, std::string> numbers_in(const std::string& text, const Variable& variable);

}   // namespace stepzero
