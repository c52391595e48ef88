// SPDX-License-Identifier: GPL-3.0-or-later
// Built-in experiments, studies and captures. Each is a file resources/presets/NAME.stepzero.json,
// resources/studies/NAME.stepzero-study.json or resources/captures/NAME.stepzero-capture.json that the build embeds. To
// add one, add a file. The member "preset" of an
// experiment file says what the built-in experiment is for and where its numbers come from.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/json/json.h"
#include "core/base/words/problem.h"
#include "core/base/words/text.h"

namespace stepzero {

/// A group of presets with one use.
struct PresetGroup {
    std::string name;   ///< in files: "language_models"
    Text title;
};
/// Returns the groups in the order of the menus.
const std::vector<PresetGroup>& preset_groups();

/// What the member "preset" of an experiment file says. Studies have none.
struct PresetInfo {
    std::string group {};   ///< name of a PresetGroup
    Text about {};   ///< one sentence: what one sees at step 0
    std::string source {};   ///< "Radford et al., GPT-2"; empty: nothing published
    std::string link {};   ///< page of the source; empty: none
    std::string date {};   ///< date of the source: "2019", "2019-02" or "2019-02-14"; empty: unknown
    std::string family {};   ///< name of the audit family whose recipe the weights follow; empty: none
    std::string figure = "signal";   ///< name of the figure that shows most
    int welcome = 0;   ///< place on the welcome page from 1; 0: not on it
};
/// Returns "Devlin et al., BERT (2018-10)"; empty when nothing is published.
std::string source_line(const PresetInfo& info);
/// Reads the member "preset". Problems are added at `path`. Names of families and figures are not looked up.
PresetInfo read_preset_info(const Json& json, const std::string& path, Problems& problems);

struct Preset {
    std::string name;   ///< file name without its ending: "notes-he"
    Text title;   ///< in the file: "He (Kaiming) normal and ReLU"
    std::string_view text;   ///< content of the file
    PresetInfo info {};
};

/// Return all presets, sorted by name.
const std::vector<Preset>& presets();
const std::vector<Preset>& study_presets();
const std::vector<Preset>& example_captures();   ///< captures of models with a fault, as the Python package writes them
/// Returns the presets of a group, sorted by title.
std::vector<const Preset*> presets_of(const PresetGroup& group);
/// Returns the preset of this title.
const Preset* find_title(const std::vector<Preset>& presets, std::string_view title);   ///< nullptr when not found
/// Return nullptr when not found.
const Preset* find_preset(std::string_view name);
const Preset* find_study_preset(std::string_view name);
const Preset* find_example_capture(std::string_view name);

}   // namespace stepzero
