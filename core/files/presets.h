// SPDX-License-Identifier: GPL-3.0-or-later
// Experiments to begin with. Each is a file resources/presets/NAME.stepzero.json that the build embeds: a new
// preset is a new file and nothing else.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace stepzero {

struct Preset {
    std::string name;   ///< "notes-he": the file's name without .stepzero.json
    std::string title;   ///< of the experiment: "He (Kaiming) normal and ReLU"
    std::string_view text;   ///< the experiment file
};

/// Every preset, by name.
const std::vector<Preset>& presets();
const Preset* find_preset(std::string_view name);   ///< nullptr when there is none

}   // namespace stepzero
