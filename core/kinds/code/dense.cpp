// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/code/dense.h"

#include <algorithm>

#include "core/network/init/bases.h"

namespace stepzero {

namespace {

/// Returns `[784] + [256] * 10`, with the input width first.
std::string python_widths(const std::vector<LayerPlan>& plan)
{
    struct Run {
        int width, count;
    };
    std::vector<Run> runs {{plan.front().inputs(), 1}};
    for (const LayerPlan& layer : plan)
        if (layer.units() == runs.back().width)
            ++runs.back().count;
        else
            runs.push_back({layer.units(), 1});

    constexpr std::size_t most_runs = 3;   // the longest sum that is easy to read
    std::string text;
    if (runs.size() <= most_runs) {
        for (const Run& run : runs)
            text += (text.empty() ? "[" : " + [") + std::to_string(run.width) + "]"
                + (run.count > 1 ? " * " + std::to_string(run.count) : "");
        return text;
    }
    constexpr std::size_t longest_line = 100;
    text = "[" + std::to_string(plan.front().inputs());
    std::size_t line_start = 0;
    for (const LayerPlan& layer : plan) {
        const std::string next = std::to_string(layer.units());
        text += ",";
        if (text.size() - line_start + next.size() > longest_line - 12) {
            text += "\n         ";   // aligned after the bracket of WIDTHS = [
            line_start = text.size() - 9;
        }
        text += " " + next;
    }
    return text + "]";
}

/// Returns the statements of all layers as one body of `for index, (fan_in, fan_out) in …`. Layers that differ from the
/// most common ones become branches of an `if`.
Lines python_branches(const NetworkPlan& plan, const DenseWriter& writer)
{
    struct Group {
        Lines lines;
        std::vector<int> layers;
    };
    std::vector<Group> groups;   // in order of their first layer
    std::map<Lines, std::size_t> known;
    const std::map<std::string, std::string> variables {
        {"l", "index"}, {"n", "fan_in"}, {"fan_in", "fan_in"}, {"fan_out", "fan_out"}};
    for (const LayerPlan& layer : plan.layers) {
        const Shape shape = layer.shape();
        Lines lines = writer.initializer({layer.weight, shape, Role::weight, layer.typed_weight, variables});
        for (const Lines& more : {writer.initializer({layer.bias, shape, Role::bias, layer.typed_bias, variables}),
                 writer.norm ? writer.norm(plan.block(layer.layer)) : Lines {}, writer.activation(layer.activation)})
            lines.insert(lines.end(), more.begin(), more.end());
        const auto [place, inserted] = known.emplace(std::move(lines), groups.size());
        if (inserted)
            groups.push_back({place->first, {}});
        groups[place->second].layers.push_back(layer.layer);
    }
    if (groups.size() == 1)
        return groups[0].lines;

    std::stable_sort(
        groups.begin(), groups.end(), [](const Group& a, const Group& b) { return a.layers.size() < b.layers.size(); });
    Lines lines;
    for (std::size_t i = 0; i < groups.size(); ++i) {
        std::string condition = i == 0 ? "if index" : "elif index";
        if (i + 1 == groups.size()) {
            condition = "else";
        } else if (groups[i].layers.size() == 1) {
            condition += " == " + std::to_string(groups[i].layers[0]);
        } else {
            std::string list;
            for (const int layer : groups[i].layers)
                list += (list.empty() ? "" : ", ") + std::to_string(layer);
            condition += " in (" + list + ")";
        }
        lines.push_back(condition + ":");
        for (const std::string& line : groups[i].lines)
            lines.push_back("    " + line);
    }
    return lines;
}

Lines in_float32(const InitializerWords& words, const LawCode& law, const std::string& target)
{
    const auto& [initializer, shape, role, typed, variables] = law;
    const auto scaling = variance_scaling_of(initializer, role);
    const std::optional<FanCode> code = scaling ? ((*scaling->base).*words.by_fans)(*scaling) : std::nullopt;
    if (!code) {
        const Draw draw = plain_draw(initializer, shape, role);
        return {target + ((*draw.base).*words.drawn)(draw, shape)};
    }
    Lines lines;
    if (role == Role::weight) {   // these initializers have no fans for a bias
        if (const std::string& other = find_scheme(initializer.scheme)->*words.namesake;
            !other.empty() && !scaling->base->truncation)
            lines.push_back("# not " + other + ", which is truncated at two sigma");
        if (scaling->fan != words.missing_fan) {
            lines.push_back(target + words.scaling + "(" + python_number(scaling->scale) + ", \""
                + fan_info(scaling->fan).name + "\", \"" + code->distribution + "\")");
            return lines;
        }
    }
    lines.insert(lines.end(), code->before.begin(), code->before.end());
    lines.push_back(target + code->value);
    return lines;
}

}   // namespace

Lines statements_of(const InitializerWords& words, const LawCode& law)
{
    const std::string& name = law.role == Role::weight ? words.weight : words.bias;
    Lines lines = typed_comments(law.typed);
    for (const std::string& line : in_float32(words, law, name + " = "))
        lines.push_back(line);
    if (const auto format = rounded_to(law.initializer))
        lines.push_back(name + " = rounded(" + name + ", " + words.format_before + *format + words.format_behind + ")");
    return lines;
}

std::map<std::string, std::string> functions_of(
    const InitializerWords& words, std::map<std::string, std::string> functions)
{
    for (const auto& base : bases())
        functions.merge(((*base).*words.functions)());
    return functions;
}

std::string dense_code(const Experiment& experiment, const NetworkPlan& plan, const DenseWriter& writer)
{
    const Lines layers = python_branches(plan, writer);
    return "import math\n\n" + writer.imports + "\nWIDTHS = " + python_widths(plan.layers)
        + "  # input, then each layer\n\n\n" + helpers_used(writer.helpers, layers) + writer.before
        + indented(layers, writer.levels) + writer.after + "\n\n" + python_input(experiment, writer.entries)
        + "\n\nif __name__ == \"__main__\":\n" + writer.main;
}

}   // namespace stepzero
