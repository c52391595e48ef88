// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/grid/difference.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <vector>

#include "core/base/json/write_json.h"
#include "core/files/experiment_json.h"
#include "core/kinds/kinds.h"
#include "core/study/grid/axis_values.h"

namespace stepzero {

namespace {

constexpr std::size_t most_told = 2;   // maximum number of differences that are listed

/// Returns nullptr when the value is missing, which json_of() never causes, or has another type.
const Json* at(const Json& root, std::string_view path)
{
    const Json* place = &root;
    while (place && !path.empty()) {
        const std::size_t dot = path.find('.');
        place = place->find(path.substr(0, dot));
        path = dot == std::string_view::npos ? std::string_view() : path.substr(dot + 1);
    }
    return place;
}

Text size_of(const Network& network)
{
    int widest = 0;
    for (int layer = 1; layer <= depth(network); ++layer)
        widest = std::max(widest, width_of_layer(network, layer));
    return joined(
        {kind_of(network).label, Text::name(std::to_string(depth(network)) + " × " + std::to_string(widest))}, " ");
}

/// Returns "width 1024" for a value, or "width 64 → 1024" where the variable also allows the one before. `before` may
/// be null.
Text words_of(const Variable& variable, const Json* before, const Json& value, const std::vector<Variable>& all)
{
    if (before)
        if (const Variable* exact = variable_of({variable.path, {*before, value}, {}}, all)) {
            const std::vector<Text> labels = labels_of({*before, value}, *exact);
            return tr("%1 %2 → %3", exact->label, labels[0], labels[1]);
        }
    const Variable* exact = variable_of({variable.path, {value}, {}}, all);
    return exact ? joined({exact->label, labels_of({value}, *exact).front()}, " ") : variable.label;
}

struct Differing {
    const Variable* variable;
    const Json *value, *before;   // `before` may be null
};

/// Returns whether `told` makes it unnecessary to tell `other`: a parameter stands for a scheme or activation of the
/// same name, and another name stands for its parameters.
bool stands_for(const Differing& told, const Differing& other)
{
    const auto is_within = [](const Differing& part, const Differing& whole) {
        return part.variable->path.starts_with(whole.variable->path + ".");
    };
    const auto has_same_name = [](const Differing& whole) {
        const auto name = [](const Json& json) { return json_line(json.items.empty() ? json : json.items.front()); };
        return whole.before && name(*whole.value) == name(*whole.before);
    };
    return is_within(told, other) ? has_same_name(other) : is_within(other, told) && !has_same_name(told);
}

/// Returns words for each variable of `one` that differs from `other`; with `arrows`, they have both values.
std::vector<Text> differing(const Experiment& one, const Experiment& other, bool arrows)
{
    const Json mine = json_of(one), others = json_of(other);
    const std::vector<Variable> all = variables(one);
    std::set<std::string_view> seen;
    std::vector<Differing> found;
    for (const Variable& variable : all) {
        if (!seen.insert(variable.path).second)
            continue;
        const Json *value = at(mine, variable.path), *before = at(others, variable.path);
        if (value && (!before || json_line(*value) != json_line(*before)))
            found.push_back({&variable, value, before});
    }
    std::vector<Text> words;
    for (const Differing& told : found)
        if (std::ranges::none_of(found, [&told](const Differing& better) { return stands_for(better, told); }))
            words.push_back(words_of(*told.variable, arrows ? told.before : nullptr, *told.value, all));
    return words;
}

}   // namespace

Text difference(const Experiment& one, const Experiment& other)
{
    if (same_numbers(one, other))
        return {};
    if (one.network.kind != other.network.kind)
        return size_of(one.network);
    const std::vector<Text> words = differing(one, other, false);
    if (words.empty() || words.size() > most_told)
        return size_of(one.network);
    return joined(words, ", ");
}

Text change(const Experiment& before, const Experiment& after)
{
    if (same_numbers(before, after))
        return {};
    if (before.network.kind != after.network.kind)
        return tr("%1 → %2", size_of(before.network), size_of(after.network));
    std::vector<Text> words = differing(after, before, true);
    if (words.empty())
        return tr("other settings");
    if (const std::size_t count = words.size(); count > most_told) {
        words.resize(most_told);
        words.push_back(tr("+%1 more", count - most_told));
    }
    return joined(words, ", ");
}

}   // namespace stepzero
