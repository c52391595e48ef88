// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/code_dense.h"

#include <algorithm>

namespace stepzero {

namespace {

/// `[784] + [256] * 10`: input width first.
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

    constexpr std::size_t most_runs = 3;   // in a sum that is still easy to read
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
            text += "\n         ";   // below the bracket of WIDTHS = [
            line_start = text.size() - 9;
        }
        text += " " + next;
    }
    return text + "]";
}

/// The statements of every layer as one body of `for index, (fan_in, fan_out) in …`: layers that differ from the most
/// common ones come in branches of an `if`.
Lines python_branches(const std::vector<LayerPlan>& plan, const DenseWriter& writer)
{
    struct Group {
        Lines lines;
        std::vector<int> layers;
    };
    std::vector<Group> groups;   // in order of their first layer
    std::map<Lines, std::size_t> known;
    for (const LayerPlan& layer : plan) {
        const Shape shape = layer.shape();
        Lines lines = writer.initializer(layer.weight, shape, Role::weight);
        for (const Lines& more :
            {writer.initializer(layer.bias, shape, Role::bias), writer.activation(layer.activation)})
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

Lines in_float32(
    const InitializerWords& words, const Initializer& initializer, Shape shape, Role role, const std::string& target)
{
    const auto scaling = variance_scaling_of(initializer, role);
    if (!scaling || (scaling->base == Base::truncated_normal && !scaling->as_keras()))
        return {target + words.drawn(plain_draw(initializer, shape, role), shape)};
    if (role == Role::bias)   // which has no fans of its own there
        return words.by_fans(*scaling, target);
    Lines lines;
    if (const std::string& other = find_scheme(initializer.scheme)->*words.namesake;
        !other.empty() && scaling->base == Base::normal)
        lines.push_back("# not " + other + ", which is truncated at two sigma");
    const std::string by_shape = words.by_shape(*scaling);
    const Lines filled = by_shape.empty() ? words.by_fans(*scaling, target) : Lines {target + by_shape};
    lines.insert(lines.end(), filled.begin(), filled.end());
    return lines;
}

}   // namespace

Lines statements_of(const InitializerWords& words, const Initializer& initializer, Shape shape, Role role)
{
    const std::string& name = role == Role::weight ? words.weight : words.bias;
    Lines lines = in_float32(words, initializer, shape, role, name + " = ");
    if (const auto format = rounded_to(initializer))
        lines.push_back(name + " = rounded(" + name + ", " + words.format_before + *format + words.format_behind + ")");
    return lines;
}

std::string helper_call(const Draw& draw)
{
    const std::string scale = python_number(draw.scale);
    switch (draw.base) {
    case Base::sparse_normal:
        return "sparse(" + python_number(draw.sparsity) + ", " + scale + ")";
    case Base::unit_rows:   // of what is transposed there
        return "unit_vectors(0, " + scale + ")";
    case Base::unit_columns:
        return "unit_vectors(1, " + scale + ")";
    case Base::twins:
        return "twins(" + scale + ", " + python_number(draw.noise) + ")";
    case Base::constant:
    case Base::normal:
    case Base::uniform:
    case Base::truncated_normal:
    case Base::orthogonal:
    case Base::identity:
    case Base::log_ordinal:
    case Base::softplus_inverse:
        break;
    }
    return {};
}

std::string dense_code(const Experiment& experiment, const DenseWriter& writer)
{
    const std::vector<LayerPlan> plan = expand(experiment.network);
    const Lines layers = python_branches(plan, writer);
    return python_head(experiment, writer.framework) + "import math\n\n" + writer.imports
        + "\nWIDTHS = " + python_widths(plan) + "  # input, then each layer\n\n\n"
        + helpers_used(writer.helpers, layers) + writer.before + indented(layers, writer.levels) + writer.after + "\n\n"
        + python_input(experiment, writer.entries) + "\n\nif __name__ == \"__main__\":\n" + writer.main;
}

}   // namespace stepzero
