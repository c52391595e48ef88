// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/code.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "core/exchange/code_parts.h"
#include "core/json/write_json.h"
#include "core/network/architecture.h"

namespace stepzero {

const std::vector<std::string>& framework_names()
{
    static const std::vector<std::string> names {"pytorch", "jax", "keras"};
    return names;
}

bool has_code(const Network& network, Framework framework)
{
    return framework == Framework::pytorch || !architecture_of(network).body;
}

std::string framework_code(const Experiment& experiment, Framework framework)
{
    switch (framework) {
    case Framework::pytorch: {
        const Architecture& architecture = architecture_of(experiment.network);
        return !architecture.body       ? pytorch_code(experiment)
            : architecture.takes_tokens ? pytorch_transformer_code(experiment)
                                        : pytorch_residual_code(experiment);
    }
    case Framework::jax:
        return jax_code(experiment);
    case Framework::keras:
        return keras_code(experiment);
    }
    return {};
}

std::string python_number(double number)
{
    if (!std::isfinite(number))
        return number > 0 ? "math.inf" : "-math.inf";
    std::array<char, 40> text;
    const auto end = std::to_chars(text.data(), text.data() + text.size(), number, std::chars_format::general, 12);
    return {text.data(), end.ptr};
}

std::string python_widths(const std::vector<LayerPlan>& plan)
{
    struct Run {
        int width, count;
    };
    std::vector<Run> runs {{plan.front().fan_in, 1}};
    for (const LayerPlan& layer : plan)
        if (layer.fan_out == runs.back().width)
            ++runs.back().count;
        else
            runs.push_back({layer.fan_out, 1});

    constexpr std::size_t most_runs = 3;   // in a sum that is still easy to read
    std::string text;
    if (runs.size() <= most_runs) {
        for (const Run& run : runs)
            text += (text.empty() ? "[" : " + [") + std::to_string(run.width) + "]"
                + (run.count > 1 ? " * " + std::to_string(run.count) : "");
        return text;
    }
    constexpr std::size_t longest_line = 100;
    text = "[" + std::to_string(plan.front().fan_in);
    std::size_t line_start = 0;
    for (const LayerPlan& layer : plan) {
        const std::string next = std::to_string(layer.fan_out);
        text += ",";
        if (text.size() - line_start + next.size() > longest_line - 12) {
            text += "\n         ";   // below the bracket of WIDTHS = [
            line_start = text.size() - 9;
        }
        text += " " + next;
    }
    return text + "]";
}

std::string python_input(const Experiment& experiment, const std::string& width)
{
    const Input& input = experiment.input;
    const std::string mean = python_number(input.mean), std = python_number(input.std);
    const std::string size = "(" + std::to_string(input.samples) + ", " + width + ")";
    const std::string seed = std::to_string(experiment.seed);
    Lines lines;
    if (!input.file.empty()) {
        lines = {"x = np.load(" + json_text(input.file) + ")"};
    } else {
        lines = {"rng = np.random.default_rng(" + seed + ")"};
        if (input.distribution == "uniform") {
            lines.push_back("x = " + mean + " + " + std + " * rng.uniform(-math.sqrt(3), math.sqrt(3), " + size + ")");
        } else if (input.distribution == "rademacher") {
            lines.push_back("x = " + mean + " + " + std + " * rng.choice([-1, 1], " + size + ")");
        } else if (input.distribution == "sphere") {
            lines.push_back("x = rng.standard_normal(" + size + ")");
            lines.push_back("x *= " + std + " * math.sqrt(" + width + ") / np.linalg.norm(x, axis=1, keepdims=True)");
            if (input.mean != 0)
                lines.push_back("x += " + mean);
        } else {
            lines.push_back("x = rng.normal(" + mean + ", " + std + ", " + size + ")");
        }
    }
    lines.push_back("return x.astype(np.float32)");
    return "def sample_input():\n" + indented(lines, 1);
}

std::string python_head(const Experiment& experiment, const std::string& framework)
{
    std::string title = experiment.title.empty() ? "A network at its first step" : experiment.title;
    std::replace_if(
        title.begin(), title.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; }, ' ');
    return "# " + title + "\n# Written by Stepzero for " + framework
        + ": the same network with the same initialization. The random numbers are\n"
          "# the framework's own; `stepzero run --tensors` writes those that Stepzero shows.\n";
}

std::string VarianceScaling::variance(double times) const
{
    const std::string fan = mode == "fan_avg" ? "((fan_in + fan_out) / 2)"
        : mode == "fan_geo_avg"               ? "math.sqrt(fan_in * fan_out)"
                                              : mode;
    return python_number(times * scale) + " / " + fan;
}

namespace {
std::optional<VarianceScaling> any_variance_scaling(const Initializer& initializer, Role role)
{
    const Scheme* scheme = find_scheme(initializer.scheme);
    const Parameters p = completed(scheme->parameters, initializer.parameters);
    const std::string& name = scheme->name;
    const Base base = draw_of(initializer, {64, 64}, role).base;
    if (name == "xavier_uniform" || name == "xavier_normal")
        return VarianceScaling {number(p, "gain") * number(p, "gain"), "fan_avg", base};
    if (name == "kaiming_uniform" || name == "kaiming_normal") {
        const double g = gain(word(p, "nonlinearity"), number(p, "negative_slope"));
        return VarianceScaling {g * g, word(p, "mode"), base};
    }
    if (name == "lecun_uniform" || name == "lecun_normal")
        return VarianceScaling {1, "fan_in", base};
    if (name == "variance_scaling")
        return VarianceScaling {number(p, "scale"), word(p, "mode"), base};
    if (name == "pytorch_linear")
        return VarianceScaling {1.0 / 3, "fan_in", base};
    if (name == "mean_field" && role == Role::weight && base != Base::orthogonal)
        return VarianceScaling {number(p, "variance"), "fan_in", base};
    return {};
}
}   // namespace

std::optional<VarianceScaling> variance_scaling_of(const Initializer& initializer, Role role)
{
    const auto scaling = any_variance_scaling(initializer, role);
    return scaling && scaling->scale > 0 ? scaling : std::nullopt;
}

Draw plain_draw(const Initializer& initializer, Shape shape, Role role)
{
    const Draw draw = draw_of(initializer, shape, role);
    return draw.scale == 0 ? Draw {.base = Base::constant, .scale = 0, .shift = draw.shift} : draw;
}

Lines python_branches(const std::vector<LayerPlan>& plan, const std::function<Lines(const LayerPlan&)>& statements)
{
    struct Group {
        Lines lines;
        std::vector<int> layers;
    };
    std::vector<Group> groups;   // in order of their first layer
    std::map<Lines, std::size_t> known;
    for (const LayerPlan& layer : plan) {
        Lines lines = statements(layer);
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

std::string indented(const Lines& lines, int levels)
{
    std::string text;
    for (const std::string& line : lines)
        text += std::string(std::size_t(levels) * 4, ' ') + line + "\n";
    return text;
}

std::string helpers_used(const std::map<std::string, std::string>& helpers, const Lines& lines)
{
    std::string text;
    for (const auto& helper : helpers) {
        const std::string call = helper.first + "(";
        const auto calls = [&](const std::string& line) { return line.find(call) != std::string::npos; };
        if (std::any_of(lines.begin(), lines.end(), calls))
            text += helper.second + "\n\n";
    }
    return text;
}

}   // namespace stepzero
