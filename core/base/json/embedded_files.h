// SPDX-License-Identifier: GPL-3.0-or-later
// The files of resources/presets, studies, families, parametrizations, lessons and captures, embedded in the library.
// core/embed_presets.cmake generates the definitions.
#pragma once

#include <string_view>
#include <vector>

namespace stepzero {

struct EmbeddedFile {
    std::string_view name, text;
};
std::vector<EmbeddedFile> embedded_presets();   ///< sorted by name
std::vector<EmbeddedFile> embedded_studies();   ///< sorted by name
std::vector<EmbeddedFile> embedded_families();   ///< sorted by name
std::vector<EmbeddedFile> embedded_parametrizations();   ///< sorted by name
std::vector<EmbeddedFile> embedded_lessons();   ///< sorted by name
std::vector<EmbeddedFile> embedded_captures();   ///< sorted by name

}   // namespace stepzero
