// SPDX-License-Identifier: GPL-3.0-or-later
// Experiments and studies to begin with. Each is a file resources/presets/NAME.stepzero.json or
// resources/studies/NAME.stepzero-study.json that the build embeds: a new one is a new file and nothing else.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/words/text.h"

namespace stepzero {

struct Preset {
    std::string name;   ///< "notes-he": the file's name without its ending
    Text title;   ///< that the file has: "He (Kaiming) normal and ReLU"
    std::string_view text;   ///< the file
};

/// Every one, by name.
const std::vector<Preset>& presets();
const std::vector<Preset>& study_presets();
/// Returns the preset of this title.
const Preset* find_title(const std::vector<Preset>& presets, std::string_view title);   ///< nullptr when none has it
/// nullptr when there is none.
const Preset* find_preset(std::string_view name);
const Preset* find_study_preset(std::string_view name);

}   // namespace stepzero
