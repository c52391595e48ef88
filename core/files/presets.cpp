// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/presets.h"

#include <algorithm>

#include "core/base/json/embedded_files.h"
#include "core/base/json/read_json.h"
#include "core/base/words/registry.h"

namespace stepzero {

namespace {

std::vector<Preset> titled(const std::vector<EmbeddedFile>& files)
{
    std::vector<Preset> all;
    for (const EmbeddedFile& file : files) {
        const Json root = read_json(file.text).root;
        const Json* title = root.find("title");
        all.push_back({std::string(file.name), Text::whole(title ? title->text : std::string(file.name)), file.text});
    }
    return all;
}

}   // namespace

const std::vector<Preset>& presets()
{
    static const std::vector<Preset> all = titled(embedded_presets());
    return all;
}

const std::vector<Preset>& study_presets()
{
    static const std::vector<Preset> all = titled(embedded_studies());
    return all;
}

const Preset* find_title(const std::vector<Preset>& presets, std::string_view title)
{
    const auto found = std::ranges::find_if(presets, [&](const Preset& one) { return one.title.format() == title; });
    return found == presets.end() ? nullptr : &*found;
}

const Preset* find_preset(std::string_view name) { return find_member(presets(), name); }
const Preset* find_study_preset(std::string_view name) { return find_member(study_presets(), name); }

}   // namespace stepzero
