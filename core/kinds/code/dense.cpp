// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/code/dense.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>

#include "core/kinds/code/formula.h"
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
    const bool kernels = plan.layers.front().window.dimensions > 0;   // then the loop has channels, not fans
    const std::map<std::string, std::string> variables {{"l", "index"}, {"n", "fan_in"}, {"fan_in", "fan_in"},
        {"fan_out", "fan_out"}, {"n_in", kernels ? "before" : "fan_in"}, {"n_out", kernels ? "behind" : "fan_out"}};
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
    const bool by_terms = find_scheme(initializer.scheme)->counts_terms(shape);   // no framework counts them
    const auto scaling = by_terms ? std::nullopt : variance_scaling_of(initializer, role);
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
            Fan fan = scaling->fan;
            if (words.exchanges_transposed_fans && shape.transposed())
                fan = fan == Fan::in ? Fan::out : fan == Fan::out ? Fan::in : fan;
            lines.push_back(target + words.scaling + "(" + python_number(scaling->scale) + ", \"" + fan_info(fan).name
                + "\", \"" + code->distribution + "\")");
            return lines;
        }
    }
    lines.insert(lines.end(), code->before.begin(), code->before.end());
    lines.push_back(target + code->value);
    return lines;
}

/// Returns a number near `value` that no other number of the code equals. It has so few digits that its square and its
/// sums are exact. The sign and the order of numbers remain.
double stand_in(double value, int index)
{
    const double unit = std::exp2(value == 0 ? -10 : std::ilogb(value) - 10);
    return std::trunc(value / unit) * unit - std::copysign(index * unit / 64, value == 0 ? -1 : value);
}

/// Writes an expression in place of a number, in brackets unless the number is a whole argument. Returns whether
/// the number occurs.
bool replace_number(Lines& lines, const std::string& number, const std::string& expression)
{
    const auto continues = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '.' || c == '_'; };
    bool found = false;
    for (std::string& line : lines)
        for (std::size_t at = 0; (at = line.find(number, at)) != std::string::npos;) {
            const std::size_t end = at + number.size();
            const char before = at == 0 ? ' ' : line[at - 1], after = end == line.size() ? ' ' : line[end];
            if (continues(before) || continues(after)) {
                at = end;
                continue;
            }
            const bool argument = (before == '(' || before == '=' || line.substr(0, at).ends_with(", "))
                && (after == ',' || after == ')');
            const std::string text = argument ? expression : "(" + expression + ")";
            line.replace(at, number.size(), text);
            at += text.size();
            found = true;
        }
    return found;
}

/// Returns the statements with the expressions that were typed; none where the framework takes a number that has
/// another relation to a parameter than those listed here.
Lines typed_statements(const InitializerWords& words, const LawCode& law, const std::string& target)
{
    const auto code = typed_code(law);
    if (!code)
        return {};
    const std::vector<ParameterInfo>& infos = find_scheme(law.initializer.scheme)->parameters;
    // The code is written twice with other numbers in place of the expressions. If only these numbers differ in it,
    // the expressions can replace them.
    std::array<Lines, 2> written;
    for (int turn = 0; turn < 2; ++turn) {
        LawCode placed = law;
        std::map<std::string, double> numbers;
        for (const auto& entry : code->numbers) {
            const std::string& name = entry.first;
            const double value = stand_in(number(law.initializer.parameters, name), 2 * int(numbers.size()) + turn + 1);
            if (find_member(infos, name)->integer)
                return {};
            placed.initializer.parameters[name] = numbers[name] = value;
        }
        written[turn] = in_float32(words, placed, target);
        for (const auto& [name, value] : numbers) {
            const std::string& typed = code->numbers.at(name);
            const auto replace = [&](double in_place, const std::string& expression) {
                return std::isfinite(in_place) && replace_number(written[turn], python_number(in_place), expression);
            };
            const bool itself = replace(value, typed), square = replace(value * value, "(" + typed + ") ** 2"),
                       root = replace(std::sqrt(value), "math.sqrt(" + typed + ")");
            if (!itself && !square && !root)
                return {};
        }
    }
    if (written[0] != written[1])
        return {};
    Lines lines = code->variables;
    lines.insert(lines.end(), written[0].begin(), written[0].end());
    return lines;
}

}   // namespace

Lines statements_of(const InitializerWords& words, const LawCode& law)
{
    const std::string& name = law.role == Role::weight ? words.weight : words.bias;
    Lines lines = law.typed ? typed_statements(words, law, name + " = ") : Lines {};
    if (lines.empty()) {
        lines = typed_comments(law.typed);
        for (const std::string& line : in_float32(words, law, name + " = "))
            lines.push_back(line);
    }
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
