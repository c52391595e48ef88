// SPDX-License-Identifier: GPL-3.0-or-later
// Describes the difference between two experiments: all settings that differ, or a few words that label their curves.
#pragma once

#include <string>
#include <vector>

#include "core/base/words/text.h"
#include "core/network/experiment/experiment.h"

namespace stepzero {

/// A setting with different values in two experiments. The value is empty where an experiment lacks the setting.
struct SettingDifference {
    Text label, left, right;
    bool as_in_file = false;   ///< the values are words of the file format, since studies do not vary the setting
};

/// Returns all settings that differ, in the order of a file; titles are none. Precondition: both passed validate().
std::vector<SettingDifference> differences(const Experiment& left, const Experiment& right);

/// Returns the paths of the settings that differ, in the same order. An initializer, an activation, a list, or a part
/// that only one experiment has is one setting, whatever of it differs.
std::vector<std::string> changed_settings(const Experiment& from, const Experiment& to);
/// Returns the label of such a path: "weight scheme", "depth".
Text setting_label(const std::string& path, const Experiment& from, const Experiment& to);

/// Returns the values of `one` that differ from `other`: "width 1024", "depth 20, std of the weights 0.05". For
/// networks with little in common, returns kind and size: "Transformer 12 × 768". Empty for experiments with the same
/// numbers. Precondition: both passed validate().
Text difference(const Experiment& one, const Experiment& other);

/// Returns what changed from one experiment to the next: "width 64 → 1024", "depth 10 → 20, seed 1 → 2, +3 more"; for
/// another kind of network, "Dense 10 × 256 → Transformer 12 × 768". Empty for experiments with the same numbers.
/// Precondition: both passed validate().
Text change(const Experiment& before, const Experiment& after);

}   // namespace stepzero
