// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/presets.h"

#include <algorithm>
#include <variant>

#include "core/files/embedded_presets.h"
#include "core/files/experiment_json.h"

namespace stepzero {

const std::vector<Preset>& presets()
{
    static const std::vector<Preset> all = [] {
        std::vector<Preset> read;
        for (const EmbeddedPreset& file : embedded_presets()) {
            const auto parsed = parse_experiment(file.text);
            const auto* experiment = std::get_if<Experiment>(&parsed);
            read.push_back(
                {std::string(file.name), experiment ? experiment->title : std::string(file.name), file.text});
        }
        return read;
    }();
    return all;
}

const Preset* find_preset(std::string_view name)
{
    const auto& all = presets();
    const auto found = std::find_if(all.begin(), all.end(), [&](const Preset& preset) { return preset.name == name; });
    return found == all.end() ? nullptr : &*found;
}

}   // namespace stepzero
