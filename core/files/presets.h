// SPDX-License-Identifier: GPL-3.0-or-later
// Built-in experiments and studies. Each is a file resources/presets/NAME.stepzero.json or
// resources/studies/NAME.stepzero-study.json that the build embeds. To add one, add a file.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/words/text.h"

namespace stepzero {

struct Preset {
    std::string name;   ///< file name without its ending: "notes-he"
    Text title;   ///< in the file: "He (Kaiming) normal and ReLU"
    std::string_view text;   ///< content of the file
};

/// Return all presets, sorted by name.
const std::vector<Preset>& presets();
const std::vector<Preset>& study_presets();
/// Returns the preset of this title.
const Preset* find_title(const std::vector<Preset>& presets, std::string_view title);   ///< nullptr when not found
/// Return nullptr when not found.
const Preset* find_preset(std::string_view name);
const Preset* find_study_preset(std::string_view name);

}   // namespace stepzero
