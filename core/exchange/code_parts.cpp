// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/code_parts.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "core/init/fans.h"
#include "core/json/write_json.h"

namespace stepzero {

std::string python_number(double number)
{
    if (!std::isfinite(number))
        return number > 0 ? "math.inf" : "-math.inf";
    std::array<char, 40> text;
    const auto end = std::to_chars(text.data(), text.data() + text.size(), number, std::chars_format::general, 12);
    return {text.data(), end.ptr};
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
    lines.emplace_back("return x.astype(np.float32)");
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

std::optional<VarianceScaling> by_fan(const Scheme& scheme, const Parameters& p, Role role, Base base)
{
    const std::string& name = scheme.name;
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

/// A normal law by the scheme's bounds; absent where its width depends on them and on the fans.
std::optional<VarianceScaling> truncated(VarianceScaling scaling, const Parameters& p)
{
    scaling.low = number(p, "low");
    scaling.high = number(p, "high");
    scaling.absolute = word(p, "bounds") == "absolute";
    if (word(p, "compensated") != "true")
        return scaling;
    if (scaling.absolute)
        return {};
    scaling.left = 1 / truncated_draw(0, 1, p).scale;
    return scaling;
}

}   // namespace

std::optional<VarianceScaling> variance_scaling_of(const Initializer& initializer, Role role)
{
    const Scheme* scheme = find_scheme(initializer.scheme);
    const Parameters p = completed(scheme->parameters, initializer.parameters);
    if (role == Role::weight && misread(p))
        return std::nullopt;
    const auto scaling = by_fan(*scheme, p, role, draw_of(initializer, {64, 64}, role).base);
    if (!scaling || !(scaling->scale > 0))
        return std::nullopt;
    return scaling->base == Base::truncated_normal ? truncated(*scaling, p) : scaling;
}

std::optional<std::string> rounded_to(const Initializer& initializer)
{
    const Scheme* scheme = find_scheme(initializer.scheme);
    if (scheme->exact)
        return std::nullopt;
    const Parameters p = completed(scheme->parameters, initializer.parameters);
    const std::string& name = word(p, "dtype");
    return name == float_range(FloatFormat::float32).name ? std::nullopt : std::optional(name);
}

Draw plain_draw(const Initializer& initializer, Shape shape, Role role)
{
    const Draw draw = draw_of(initializer, shape, role);
    return draw.scale == 0 ? Draw {.base = Base::constant, .scale = 0, .shift = draw.shift} : draw;
}

std::string activation_text(const Activation& activation, const std::map<std::string, std::string>& texts)
{
    const std::string& text = texts.at(activation.name);
    std::string filled;
    for (std::size_t from = 0; from < text.size();) {
        const std::size_t open = std::min(text.find('{', from), text.size());
        filled += text.substr(from, open - from);
        if (open == text.size())
            break;
        const std::size_t close = text.find('}', open);
        const std::string name = text.substr(open + 1, close - open - 1);
        const std::size_t equals = name.find('=');
        const ParameterValue& value = activation.parameters.at(name.substr(0, equals));
        if (equals != std::string::npos)
            filled += std::get<std::string>(value) == name.substr(equals + 1) ? "True" : "False";
        else if (const double* number = std::get_if<double>(&value))
            filled += python_number(*number);
        else
            filled += std::get<std::string>(value);
        from = close + 1;
    }
    return filled;
}

std::string indented(const Lines& lines, int levels)
{
    std::string text;
    for (const std::string& line : lines)
        text += std::string(std::size_t(levels) * 4, ' ') + line + "\n";
    return text;
}

bool names_fan(const Lines& fill, const std::string& fan)
{
    return std::any_of(fill.begin(), fill.end(), [&](const std::string& line) {
        const std::size_t at = line.find(fan);
        return line[0] != '#' && at != std::string::npos && (at == 0 || line[at - 1] != '"');
    });
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
