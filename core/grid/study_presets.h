// SPDX-License-Identifier: GPL-3.0-or-later
// Studies that come with the program. Each is a file resources/studies/NAME.stepzero-study.json that the build embeds:
// a new one is a new file and nothing else.
#pragma once

#include "core/files/presets.h"

namespace stepzero {

/// Every study, by name; the title is the study's, the text its file.
const std::vector<Preset>& study_presets();
const Preset* find_study_preset(std::string_view name);   ///< nullptr when there is none

}   // namespace stepzero
