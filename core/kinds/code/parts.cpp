// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/code/parts.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "core/base/formats/csv_numbers.h"
#include "core/base/formats/file.h"
#include "core/base/json/write_json.h"
#include "core/math/activation/expression_names.h"
#include "core/network/init/fans.h"
#include "core/network/input/distributions.h"
#include "core/network/input/input_file.h"

namespace stepzero {

namespace {

int header_lines(const std::string& file)
{
    try {
        return csv_header_lines(FileReader(file).read(0, 1 << 20));
    } catch (const FileError&) {
        return 0;
    }
}

Lines image_lines(const Experiment& experiment)
{
    Lines lines {"from pathlib import Path", "", "from PIL import Image", "",
        "# The files that Pillow reads. Its filters and greys are a little different from Stepzero's.", "images = []",
        "endings = Image.registered_extensions()",
        "for path in sorted(Path(" + json_text(experiment.input.file) + ").iterdir()):",
        "    if path.suffix.lower() not in endings:", "        continue"};
    const PictureShape shape = picture_shape(experiment.network, experiment.input.file);
    const std::string side = std::to_string(shape.side);
    for (const std::string& line :
        {std::string("image = Image.open(path).convert(") + (shape.channels == 3 ? "\"RGB\")" : "\"L\")"),
            std::string("side = min(image.size)"),
            std::string("left, top = (image.width - side) // 2, (image.height - side) // 2"),
            std::string("image = image.crop((left, top, left + side, top + side))"),
            "image = image.resize((" + side + ", " + side + "), Image.BOX if side > " + side + " else Image.BILINEAR)",
            std::string("images.append(np.asarray(image, np.float32).reshape(") + side + ", " + side + ", -1) / 255)"})
        lines.push_back("    " + line);
    lines.emplace_back("x = np.stack(images).transpose(0, 3, 1, 2).reshape(len(images), -1)");
    return lines;
}

Lines file_lines(const Experiment& experiment)
{
    const Input& input = experiment.input;
    const InputSource source = source_of(input.file);
    Lines lines;
    if (source == InputSource::images) {
        try {
            lines = image_lines(experiment);
        } catch (const BadInput& error) {
            return {"raise ValueError(" + json_text(error.what()) + ")"};
        }
    } else if (source == InputSource::csv) {
        lines = {python_csv(input.file, "np.float32")};
        lines.front() = "x = " + lines.front();
    } else {
        lines = {"x = np.load(" + json_text(input.file) + ")"};
    }
    if (scaling_of(input) == InputScaling::raw)
        return lines;
    lines.push_back("groups = x.astype(np.float32).astype(np.float64).reshape(len(x), "
        + std::to_string(scaling_groups(experiment)) + ", -1)");
    const std::string axes = scaling_of(input) == InputScaling::standardized ? "" : "axis=(0, 2), keepdims=True";
    lines.push_back("constant = groups.min(" + axes + ") == groups.max(" + axes + ")");
    lines.push_back("centered = np.where(constant, 0, groups - groups.mean(" + axes + "))");
    lines.push_back("x = centered / np.where(constant, 1, groups.std(" + axes + "))");
    lines.emplace_back("x = x.reshape(len(x), -1)");
    return lines;
}

}   // namespace

std::string python_csv(const std::string& file, const std::string& type)
{
    const int header = header_lines(file);
    return "np.loadtxt(" + json_text(file) + ", " + type
        + ", delimiter=\",\", quotechar='\"', ndmin=2, encoding=\"utf-8-sig\""
        + (header > 0 ? ", skiprows=" + std::to_string(header) : "") + ")";
}

std::string python_input(const Experiment& experiment, const std::string& width)
{
    const Input& input = experiment.input;
    Lines lines;
    if (!input.file.empty()) {
        lines = file_lines(experiment);
    } else {
        lines = {"rng = np.random.default_rng(" + std::to_string(experiment.seed) + ")"};
        const InputDistribution& distribution = *find_input_distribution(input.distribution);
        for (std::string& line : distribution.python(experiment, std::to_string(input.samples), width))
            lines.push_back(std::move(line));
    }
    if (!lines.back().starts_with("raise "))
        lines.emplace_back("return x.astype(np.float32)");
    return "def sample_input():\n" + indented(lines, 1);
}

std::optional<VarianceScaling> variance_scaling_of(const Initializer& initializer, Role role)
{
    const Scheme* scheme = find_scheme(initializer.scheme);
    const Parameters p = completed(scheme->parameters, initializer.parameters);
    if (role == Role::weight && misread(p))
        return std::nullopt;
    const FanVariance variance = scheme->variance ? scheme->variance(p, role) : FanVariance {};
    const auto base = draw_of(initializer, {64, 64}, role).base;
    if (variance.fan == Fan::none || base->dependence != Dependence::independent || !(variance.value > 0))
        return std::nullopt;
    VarianceScaling scaling {variance.value / variance.times, variance.fan, base};
    if (base->truncation) {
        const bool absolute = bounds_of(p) == Bounds::absolute, compensated = is_on(p, "compensated");
        if (absolute && compensated)   // the width depends on the bounds and on the fans
            return std::nullopt;
        scaling.truncation
            = {number(p, "low"), number(p, "high"), absolute, compensated ? 1 / truncated_draw(0, 1, p).scale : 1};
    }
    return scaling;
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
    return draw.scale == 0 ? Draw {.scale = 0, .shift = draw.shift} : draw;
}

Lines typed_comments(const SharedLaw& typed)
{
    Lines lines;
    if (typed)
        for (const auto& [name, value] : typed->initializer.parameters)
            if (const std::string* text = typed_text(value))
                lines.push_back("# " + name + " = " + *text);
    return lines;
}

bool names_variable(const Lines& lines, std::string_view variable)
{
    return std::ranges::any_of(
        lines, [&](std::string_view line) { return contains_name(line.substr(0, line.find('#')), variable); });
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
