// SPDX-License-Identifier: GPL-3.0-or-later
// The files of resources/presets, studies, families, parametrizations and lessons inside the library; the definition is
// written by core/embed_presets.cmake.
#pragma once

#include <string_view>
#include <vector>

namespace stepzero {

struct EmbeddedFile {
    std::string_view name, text;
};
std::vector<EmbeddedFile> embedded_presets();   ///< by name
std::vector<EmbeddedFile> embedded_studies();   ///< by name
std::vector<EmbeddedFile> embedded_families();   ///< by name
std::vector<EmbeddedFile> embedded_parametrizations();   ///< by name
std::vector<EmbeddedFile> embedded_lessons();   ///< by name

}   // namespace stepzero
