// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/grid/difference.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "core/base/json/write_json.h"
#include "core/files/experiment_json.h"
#include "core/files/fields.h"
#include "core/kinds/kinds.h"
#include "core/study/grid/axis_values.h"
#include "core/study/grid/grid_json.h"

namespace stepzero {

namespace {

constexpr std::size_t most_told = 2;   // maximum number of differences that are listed

/// An experiment of a comparison.
struct Side {
    const Experiment& experiment;
    std::vector<Variable> variables;   // those that studies may vary, which have labels
};

/// Returns whether a value is a setting, and not a part of an experiment with several settings. A scheme or activation
/// with its parameters is one setting.
bool is_setting(const Json& json)
{
    return json.kind != Json::Kind::object || json.find("scheme") || json.find("name");
}

/// Returns whether both are the same scheme or activation, so that their parameters are the settings that differ.
bool same_member(const Json& left, const Json& right)
{
    const auto is_same = [&](std::string_view key) {
        const Json *one = left.find(key), *other = right.find(key);
        return one && other && json_line(*one) == json_line(*other);
    };
    return is_same("scheme") || is_same("name");
}

Text label_of(const std::string& path, const Side& left, const Side& right)
{
    if (path == "network.kind")
        return tr("kind of network");
    if (path == "network.overrides")
        return tr("settings per layer");
    for (const Side* side : {&left, &right})
        if (const Field* field = find_field(side->experiment.network, path); field && !field->words.name.empty())
            return field->words.name;
    std::string key = path.substr(path.rfind('.') + 1);
    std::ranges::replace(key, '_', ' ');
    return Text::whole(key);
}

/// Describes the values of one setting, at least one of which exists.
SettingDifference described(
    const std::string& path, const Json* left, const Json* right, const Side& left_side, const Side& right_side)
{
    std::vector<Json> values;
    for (const Json* value : {left, right})
        if (value)
            values.push_back(*value);
    SettingDifference found {label_of(path, left_side, right_side), {}, {}};
    std::vector<Text> labels;
    for (const Side* side : {&left_side, &right_side})
        if (const Variable* variable = variable_of({path, values, {}}, side->variables); variable && labels.empty()) {
            found.label = variable->label;
            labels = labels_of(values, *variable);
        }
    if (path == "network.kind")
        labels = {kind_of(left_side.experiment.network).label, kind_of(right_side.experiment.network).label};
    found.as_in_file = labels.empty();
    if (found.as_in_file)
        for (const Json& value : values)
            labels.push_back(Text::name(default_label(value)));
    if (left)
        found.left = labels.front();
    if (right)
        found.right = labels.back();
    return found;
}

void add_differences(std::vector<SettingDifference>& found, const std::string& path, const Json* left,
    const Json* right, const Side& left_side, const Side& right_side)
{
    for (const Json** json : {&left, &right})
        if (*json && (*json)->holds_others() && (*json)->items.empty())
            *json = nullptr;   // a network without overrides, and one that cannot have any
    if ((!left && !right) || (left && right && json_line(*left) == json_line(*right)))
        return;
    if (((left && is_setting(*left)) || (right && is_setting(*right)))
        && !(left && right && same_member(*left, *right))) {
        found.push_back(described(path, left, right, left_side, right_side));
        return;
    }
    const auto add = [&](const std::string& key) {
        add_differences(found, path.empty() ? key : path + "." + key, left ? left->find(key) : nullptr,
            right ? right->find(key) : nullptr, left_side, right_side);
    };
    if (left)
        for (const std::string& key : left->keys)
            add(key);
    if (right)
        for (const std::string& key : right->keys)
            if (!left || !left->find(key))
                add(key);
}

/// Returns the settings as in a file, without those that follow others.
Json settings_of(const Experiment& experiment, bool follows)
{
    Json settings = json_of(experiment);
    const auto remove = [](Json& object, std::string_view key) {
        const auto at = std::ranges::find(object.keys, key) - object.keys.begin();
        if (std::size_t(at) == object.keys.size())
            return;
        object.keys.erase(object.keys.begin() + at);
        object.items.erase(object.items.begin() + at);
    };
    for (const char* key : {"format", "version", "title"})
        remove(settings, key);
    if (follows)
        remove(member(settings, "network"), "input_width");
    return settings;
}

Text size_of(const Network& network)
{
    int widest = 0;
    for (int layer = 1; layer <= depth(network); ++layer)
        widest = std::max(widest, width_of_layer(network, layer));
    return joined(
        {kind_of(network).label, Text::name(std::to_string(depth(network)) + " × " + std::to_string(widest))}, " ");
}

}   // namespace

std::vector<SettingDifference> differences(const Experiment& left, const Experiment& right)
{
    std::vector<SettingDifference> found;
    if (same_numbers(left, right))
        return found;
    const bool follows = !left.network.input_width && !right.network.input_width;   // the width of the first layer
    const Json one = settings_of(left, follows), other = settings_of(right, follows);
    add_differences(found, {}, &one, &other, {left, variables(left)}, {right, variables(right)});
    return found;
}

Text difference(const Experiment& one, const Experiment& other)
{
    if (same_numbers(one, other))
        return {};
    if (one.network.kind != other.network.kind)
        return size_of(one.network);
    std::vector<Text> words;
    for (const SettingDifference& setting : differences(one, other)) {
        if (setting.left.empty() || setting.as_in_file || words.size() == most_told)
            return size_of(one.network);
        words.push_back(joined({setting.label, setting.left}, " "));
    }
    return words.empty() ? size_of(one.network) : joined(words, ", ");
}

Text change(const Experiment& before, const Experiment& after)
{
    if (same_numbers(before, after))
        return {};
    if (before.network.kind != after.network.kind)
        return tr("%1 → %2", size_of(before.network), size_of(after.network));
    const std::vector<SettingDifference> all = differences(before, after);
    if (all.empty())
        return tr("other settings");
    std::vector<Text> words;
    for (std::size_t i = 0; i < std::min(all.size(), most_told); ++i) {
        const auto& [label, left, right, as_in_file] = all[i];
        words.push_back(as_in_file || right.empty() ? label
                : left.empty()                      ? joined({label, right}, " ")
                                                    : tr("%1 %2 → %3", label, left, right));
    }
    if (all.size() > most_told)
        words.push_back(tr("+%1 more", all.size() - most_told));
    return joined(words, ", ");
}

}   // namespace stepzero
