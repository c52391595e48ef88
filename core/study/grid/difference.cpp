// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/grid/difference.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>

#include "core/base/json/write_json.h"
#include "core/base/words/words.h"
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
    explicit Side(const Experiment& shown) : experiment(shown), variables(stepzero::variables(shown)) { }
    const Experiment& experiment;
    std::vector<Variable> variables;   // those that studies may vary, which have labels
};
using Sides = std::array<Side, 2>;   // left and right

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

/// Returns whether two different values are one change. A scheme is, and a part that only one experiment has.
bool is_one_change(const Json* left, const Json* right)
{
    return !left || !right || is_setting(*left) || is_setting(*right);
}

/// Returns whether two different values are one row of a list. Parameters of a scheme have a row each.
bool is_one_row(const Json* left, const Json* right)
{
    return ((left && is_setting(*left)) || (right && is_setting(*right)))
        && !(left && right && same_member(*left, *right));
}

/// Returns the label of a setting; empty when it has none.
Text label_of(const std::string& path, const Side& side)
{
    for (const Variable& variable : side.variables)
        if (variable.path == path && !variable.variance)   // a scheme as a whole has the path of its variance
            return variable.label;
    const Field* field = find_field(side.experiment.network, path);
    return field ? field->words.name : Text();
}

Text label_of(const std::string& path, const Sides& sides)
{
    static const std::map<std::string_view, Text> composite {{"network.kind", tr("kind of network")},
        {"network.widths", tr("widths")}, {"network.input_width", tr("input width")},
        {"network.overrides", tr("settings per layer")}, {"train", tr("training")}};
    if (const auto found = composite.find(path); found != composite.end())
        return found->second;
    for (const Side& side : sides)
        if (const Text label = label_of(path, side); !label.empty())
            return label;
    std::string key = path.substr(path.rfind('.') + 1);
    std::ranges::replace(key, '_', ' ');
    return Text::whole(key);
}

/// Describes the values of one setting, at least one of which exists.
SettingDifference described(const std::string& path, const Json* left, const Json* right, const Sides& sides)
{
    std::vector<Json> values;
    for (const Json* value : {left, right})
        if (value)
            values.push_back(*value);
    SettingDifference found {label_of(path, sides), {}, {}};
    std::vector<Text> labels;
    for (const Side& side : sides)
        if (const Variable* variable = variable_of({path, values, {}}, side.variables); variable && labels.empty()) {
            found.label = variable->label;
            labels = labels_of(values, *variable);
        }
    if (path == "network.kind")
        labels = {kind_of(sides[0].experiment.network).label, kind_of(sides[1].experiment.network).label};
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

/// Calls `use` with the path and both values of each setting that differs. A value is null where there is none.
template <class Use>
void for_each_difference(const std::string& path, const Json* left, const Json* right,
    bool (*is_one)(const Json* left, const Json* right), const Use& use)
{
    for (const Json** json : {&left, &right})
        if (*json && (*json)->holds_others() && (*json)->items.empty())
            *json = nullptr;   // a network without overrides, and one that cannot have any
    if ((!left && !right) || (left && right && json_line(*left) == json_line(*right)))
        return;
    if (is_one(left, right))
        return use(path, left, right);
    const auto inside = [&](const std::string& key) {
        for_each_difference(
            member_path(path, key), left ? left->find(key) : nullptr, right ? right->find(key) : nullptr, is_one, use);
    };
    if (left)
        for (const std::string& key : left->keys)
            inside(key);
    if (right)
        for (const std::string& key : right->keys)
            if (!left || !left->find(key))
                inside(key);
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

template <class Use>
void for_each_difference(const Experiment& left, const Experiment& right,
    bool (*is_one)(const Json* left, const Json* right), const Use& use)
{
    const bool follows = !left.network.input_width && !right.network.input_width;   // the width of the first layer
    const Json one = settings_of(left, follows), other = settings_of(right, follows);
    for_each_difference({}, &one, &other, is_one, use);
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

std::vector<std::string> changed_settings(const Experiment& from, const Experiment& to)
{
    std::vector<std::string> paths;
    for_each_difference(
        from, to, is_one_change, [&](const std::string& path, const Json*, const Json*) { paths.push_back(path); });
    return paths;
}

Text setting_label(const std::string& path, const Experiment& from, const Experiment& to)
{
    return label_of(path, {Side(from), Side(to)});
}

std::vector<SettingDifference> differences(const Experiment& left, const Experiment& right)
{
    std::vector<SettingDifference> found;
    if (same_numbers(left, right))
        return found;
    const Sides sides {Side(left), Side(right)};
    for_each_difference(left, right, is_one_row, [&](const std::string& path, const Json* one, const Json* other) {
        found.push_back(described(path, one, other, sides));
    });
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
