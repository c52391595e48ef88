// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/grid/study_presets.h"

#include <algorithm>

#include "core/files/embedded_presets.h"
#include "core/grid/grid_json.h"

namespace stepzero {

const std::vector<Preset>& study_presets()
{
    static const std::vector<Preset> all = [] {
        std::vector<Preset> read;
        for (const EmbeddedPreset& file : embedded_studies()) {
            const auto parsed = parse_grid(file.text);
            const auto* grid = std::get_if<Grid>(&parsed);
            read.push_back({std::string(file.name), grid ? grid->title : std::string(file.name), file.text});
        }
        return read;
    }();
    return all;
}

const Preset* find_study_preset(std::string_view name)
{
    const auto& all = study_presets();
    const auto found = std::find_if(all.begin(), all.end(), [&](const Preset& preset) { return preset.name == name; });
    return found == all.end() ? nullptr : &*found;
}

}   // namespace stepzero
