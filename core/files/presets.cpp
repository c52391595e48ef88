// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/presets.h"

#include <algorithm>

#include "core/base/json/embedded_files.h"
#include "core/base/json/json_fields.h"
#include "core/base/json/read_json.h"
#include "core/base/words/ranges.h"
#include "core/base/words/registry.h"
#include "core/base/words/words.h"

namespace stepzero {

namespace {

std::vector<Preset> titled(const std::vector<EmbeddedFile>& files)
{
    std::vector<Preset> all;
    for (const EmbeddedFile& file : files) {
        const Json root = read_json(file.text).root;
        const Json *title = root.find("title"), *info = root.find("preset");
        Problems none;   // a test reads every file and reports its problems
        all.push_back({std::string(file.name), Text::whole(title ? title->text : std::string(file.name)), file.text,
            info ? read_preset_info(*info, "preset", none) : PresetInfo {}});
    }
    return all;
}

/// Returns whether a text is a date: a year, which a month may follow, and a day.
bool is_date(std::string_view text)
{
    constexpr std::string_view form = "0000-00-00";
    if (text.size() != 4 && text.size() != 7 && text.size() != form.size())
        return false;
    for (std::size_t i = 0; i < text.size(); ++i)
        if (form[i] == '-' ? text[i] != '-' : text[i] < '0' || text[i] > '9')
            return false;
    return true;
}

}   // namespace

const std::vector<PresetGroup>& preset_groups()
{
    static const std::vector<PresetGroup> all {
        {"language_models", tr("Language models")},
        {"vision", tr("Vision")},
        {"recurrent", tr("Recurrent and state space networks")},
        {"generative", tr("Generative models")},
        {"reinforcement_learning", tr("Reinforcement learning")},
        {"implicit_fields", tr("Implicit neural representations")},
        {"deep_networks", tr("Deep plain and residual networks")},
        {"notes", tr("Classic schemes")},
        {"failures", tr("Typical failures")},
    };
    return all;
}

PresetInfo read_preset_info(const Json& json, const std::string& path, Problems& problems)
{
    PresetInfo info;
    const JsonFields fields(json, path, problems);
    fields.known({"group", "about", "source", "link", "date", "family", "figure", "welcome"});
    fields.required({"group", "about"});
    fields.read("group", info.group);
    fields.read("about", info.about);
    fields.read("source", info.source);
    fields.read("link", info.link);
    fields.read("date", info.date);
    fields.read("family", info.family);
    fields.read("figure", info.figure);
    fields.read("welcome", {1, 100}, info.welcome);
    if (!info.group.empty() && !find_member(preset_groups(), info.group))
        problems.push_back({fields.path("group"), choice_message(names_of(preset_groups()), info.group)});
    if (!info.date.empty() && !is_date(info.date))
        problems.push_back({fields.path("date"), tr("must be a date such as 2025-10, got %1", quote(info.date))});
    if (info.source.empty() && !(info.date.empty() && info.link.empty()))
        fields.required({"source"});
    if (!info.link.empty() && !info.link.starts_with("https://"))
        problems.push_back({fields.path("link"), tr("must begin with https://, got %1", quote(info.link))});
    return info;
}

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

const std::vector<Preset>& example_captures()
{
    static const std::vector<Preset> all = titled(embedded_captures());
    return all;
}

std::string source_line(const PresetInfo& info)
{
    return info.date.empty() ? info.source : info.source + " (" + info.date + ")";
}

std::vector<const Preset*> presets_of(const PresetGroup& group)
{
    std::vector<const Preset*> members;
    for (const Preset& preset : presets())
        if (preset.info.group == group.name)
            members.push_back(&preset);
    std::ranges::sort(members, {}, [](const Preset* preset) { return preset->title.format(); });
    return members;
}

const Preset* find_title(const std::vector<Preset>& presets, std::string_view title)
{
    const auto found = std::ranges::find_if(presets, [&](const Preset& one) { return one.title.format() == title; });
    return found == presets.end() ? nullptr : &*found;
}

const Preset* find_preset(std::string_view name) { return find_member(presets(), name); }
const Preset* find_study_preset(std::string_view name) { return find_member(study_presets(), name); }
const Preset* find_example_capture(std::string_view name) { return find_member(example_captures(), name); }

}   // namespace stepzero
