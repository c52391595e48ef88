// SPDX-License-Identifier: GPL-3.0-or-later
// The files of resources/presets and resources/studies inside the library; the definition is written by
// core/embed_presets.cmake.
#pragma once

#include <string_view>
#include <vector>

namespace stepzero {

struct EmbeddedPreset {
    std::string_view name, text;
};
std::vector<EmbeddedPreset> embedded_presets();   ///< by name
std::vector<EmbeddedPreset> embedded_studies();   ///< by name

}   // namespace stepzero
