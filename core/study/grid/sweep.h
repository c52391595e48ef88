// SPDX-License-Identifier: GPL-3.0-or-later
// One dial of an experiment over a range, value by value: what is played, and what an animation shows.
#pragma once

#include <string>
#include <vector>

#include "core/base/json/json.h"
#include "core/network/experiment/experiment.h"
#include "core/study/grid/variables.h"

namespace stepzero {

/// Behind which step of training: no variable of the experiment.
inline constexpr const char* step_path = "step";

struct Sweep {
    std::string path;   ///< of a variable, where its values are put; or step_path
    Text label;   ///< for people: "depth"
    bool numbers = true;   ///< what the values are, or stand for (number_of())
    std::vector<Json> values;   ///< one a frame, at least one
    std::vector<Text> labels;   ///< for people, one a value
};

struct SweepFrame {
    Experiment experiment;   ///< passed validate()
    int step = 0;   ///< of training
    Text label;   ///< "depth 12"
};

/// The dial of a path: of a variable, "network.weight.variance" under any scheme where that has a meaning, or
/// step_path. `text`: numbers as people type and read them (typed_numbers.h), or names: "relu, tanh"; a name that is
/// the experiment's own has its parameters. Precondition: `base` passed validate(). Throws BadInput with a sentence.
Sweep sweep_of(const Experiment& base, const std::string& path, const std::string& text);

/// Such a text for a range of a dial of numbers: in steps of 1 where they are whole and few, else some sixty stops at
/// round distances. Empty for any other.
std::string range_text(const Experiment& base, const std::string& path, double low, double high);

/// The paths that may be asked for, the most asked for first; variances under their own.
struct Dial {
    std::string path;
    Text label;
    std::string text;   ///< a range to begin with, for sweep_of()
    bool numbers = true;   ///< whether that is of numbers, not of names
};
std::vector<Dial> dials(const Experiment& base);

/// Returns the dial to begin with: the wanted one if there is one, else the depth, else the first of numbers.
std::size_t first_dial(const std::vector<Dial>& dials, const std::string& wanted);

/// Returns the path of the only dial whose position differs between `before` and `after`; empty if none or several
/// differ, as with another preset. A scheme moves by its name; its parameters have separate dials.
std::string moved_dial(const Experiment& before, const Experiment& after);

/// Throws BadInput where a value makes no experiment: ten layers of which the twelfth is of its own.
SweepFrame frame_at(const Experiment& base, const Sweep& sweep, std::size_t index);

/// All of them.
std::vector<SweepFrame> frames_of(const Experiment& base, const Sweep& sweep);

/// The value that is the experiment's own, or next to it, or the first name; `step` is that of training.
std::size_t nearest_frame(const Experiment& base, int step, const Sweep& sweep);

/// The experiment's own value, which may be none of the sweep's: "0.05", "≈1.761" where it has more digits, "tanh".
Text present_label(const Experiment& base, int step, const Sweep& sweep);

}   // namespace stepzero
