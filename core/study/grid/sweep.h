// SPDX-License-Identifier: GPL-3.0-or-later
// A sweep varies one dial of an experiment over a range, for playback and animations. Each frame is a complete
// experiment.
#pragma once

#include <string>
#include <vector>

#include "core/base/json/json.h"
#include "core/network/experiment/experiment.h"
#include "core/study/grid/variables.h"

namespace stepzero {

/// Path of the training step, which is not a variable of the experiment.
inline constexpr const char* step_path = "step";

struct Sweep {
    std::string path;   ///< path of a variable, where values are inserted; or step_path
    Text label;   ///< display label: "depth"
    bool numbers = true;   ///< true when values are, or represent, numbers (number_of())
    std::vector<Json> values;   ///< one per frame, at least one
    std::vector<Text> labels;   ///< display labels, one per value
};

struct SweepFrame {
    Experiment experiment;   ///< passed validate()
    int step = 0;   ///< training step
    Text label;   ///< "depth 12"
};

/// Makes a sweep of a path: that of a variable, "network.weight.variance" under any scheme where it is meaningful, or
/// step_path. `text`: numbers as users type them (typed_numbers.h), or names: "relu, tanh". A name that is the
/// experiment's own has its parameters. Precondition: `base` passed validate(). Throws BadInput with a sentence.
Sweep sweep_of(const Experiment& base, const std::string& path, const std::string& text);

/// Returns the `text` of sweep_of() for a range of a numeric dial: steps of 1 for a few whole numbers, else about sixty
/// stops at round distances. Empty for other dials.
std::string range_text(const Experiment& base, const std::string& path, double low, double high);

/// Returns a list of about `count` numbers of a numeric dial between `low` and `high`, and the experiment's own number,
/// which is after training step `step`. They are evenly spaced, or have equal ratios if the range is large.
std::string stops_text(const Experiment& base, int step, const std::string& path, double low, double high, int count);

/// A path for sweep_of(). dials() lists the most common first; variances have separate paths.
struct Dial {
    std::string path;
    Text label;
    std::string text;   ///< initial range, for sweep_of()
    bool numbers = true;   ///< true when the range has numbers rather than names
};
std::vector<Dial> dials(const Experiment& base);

/// Returns the initial dial: the wanted one if it exists, else the depth, else the first one with numbers.
std::size_t first_dial(const std::vector<Dial>& dials, const std::string& wanted);

/// Returns the path of the only dial whose position differs between `before` and `after`; empty if none or several
/// differ, as with another preset. A scheme moves by its name; its parameters have separate dials.
std::string moved_dial(const Experiment& before, const Experiment& after);

/// Throws BadInput when a value makes an invalid experiment, such as ten layers with an override of the twelfth.
SweepFrame frame_at(const Experiment& base, const Sweep& sweep, std::size_t index);

/// Returns the frames of all combinations of values; the last sweep moves fastest. Precondition: the paths differ.
std::vector<SweepFrame> frames_of(const Experiment& base, const std::vector<Sweep>& sweeps);

/// Returns the index of the experiment's own value, or the closest one, or the first name; `step` is the training step.
std::size_t nearest_frame(const Experiment& base, int step, const Sweep& sweep);
/// The same for the combinations that frames_of() returns.
std::size_t nearest_frame(const Experiment& base, int step, const std::vector<Sweep>& sweeps);

/// Returns the label of the experiment's own value, which may not be in the sweep: "0.05", "≈1.761" when it has more
/// digits, "tanh".
Text present_label(const Experiment& base, int step, const Sweep& sweep);

}   // namespace stepzero
