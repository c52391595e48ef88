// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/audit/scale_causes.h"

#include <algorithm>
#include <cmath>

#include "core/diagnose/text.h"
#include "core/init/fans.h"
#include "core/words/words.h"

namespace stepzero {

namespace {

double std_of(const Draw& draw, Shape shape) { return std::sqrt(law_of(draw, shape, Role::weight).variance); }

Shape turned(Shape shape)
{
    std::swap(shape.fan_in, shape.fan_out);
    return shape;
}

const char* const take_recipe = "Draw these tensors by the recipe.";

}   // namespace

std::vector<ScaleCause> scale_causes(
    const AuditedPart& part, const AuditedTensor& tensor, const Understanding& understanding)
{
    const Expected& expected = *part.expected;
    const double std = part.law->std, factor = expected.factor;
    const auto found_layers = understanding.variables.find("layers");
    const double layers = found_layers == understanding.variables.end() ? 0 : found_layers->second;
    std::vector<ScaleCause> all;
    const auto add = [&](std::string id, std::string cause, std::string fix, double of) {
        // What the recipe has itself explains nothing.
        if (std::isfinite(of) && of > 0 && std::abs(std::log(of / std)) > 0.005)
            all.push_back({std::move(id), std::move(cause), std::move(fix), of});
    };

    if (factor != 1) {
        add("no_depth_scaling", "This is the recipe without its depth scaling.",
            "Multiply the initial σ of what writes to the residual stream by " + short_text(factor) + ".",
            std / factor);
        if (layers > 0) {
            add("root_of_layers", "The depth scaling is 1/√L: it counts one branch a block, and there are two.",
                "Divide by √(2L).", std / factor / std::sqrt(layers));
            add("no_root", "The depth scaling is 1/(2L), without the root.", "Divide by √(2L).",
                std / factor / (2 * layers));
        }
    } else if (layers > 0) {
        add("misplaced_depth_scaling", "It has a depth scaling of 1/√(2L), which its recipe does not have.",
            "Take the depth scaling off this matrix.", std / std::sqrt(2 * layers));
        add("misplaced_depth_scaling", "It has a depth scaling of 1/√L, which its recipe does not have.",
            "Take the depth scaling off this matrix.", std / std::sqrt(layers));
    }

    const Shape shape = expected.shape;
    add("wrong_side", "The scheme counted the fans of the other side: the matrix is kept the other way round.",
        "Turn the matrix before the scheme sees it, or name the fan that is meant.",
        std_of(expected.draw_with(turned(shape)), shape));
    if (!tensor.parts.empty()) {
        add("packed_fans", "The scheme counted the fans of all parts packed together.",
            "Draw each part as a matrix of its own.", std_of(expected.draw_with(tensor.understood.shape), shape));
        if (const auto parts = int(tensor.parts.size()); parts > 1)
            add("packed_fans", "The scheme counted the fans of all parts packed together.",
                "Draw each part as a matrix of its own.",
                std * std::sqrt(double(shape.fan_in + shape.fan_out) / (shape.fan_in + parts * shape.fan_out)));
    }
    add("truncated", "The law was cut at 2 σ, and not made wider for it.",
        "Divide σ by 0.8796 (compensated), or cut further out.", std * truncation_at_two);
    add("not_truncated", "The recipe's law is cut at 2 σ, which takes 12 % of σ; this one is not.",
        "Cut the law as the recipe does.", std / truncation_at_two);

    const double in = shape.fan_in, out = shape.fan_out;
    add("he_fan_in", "This is He's σ by fan_in, √(2/fan_in).", take_recipe, std::sqrt(2 / in));
    add("he_fan_out", "This is He's σ by fan_out, √(2/fan_out).", take_recipe, std::sqrt(2 / out));
    add("lecun", "This is LeCun's σ, 1/√fan_in.", take_recipe, 1 / std::sqrt(in));
    add("by_fan_out", "This is 1/√fan_out.", take_recipe, 1 / std::sqrt(out));
    add("xavier", "This is Xavier's σ, √(2/(fan_in + fan_out)).", take_recipe, std::sqrt(2 / (in + out)));
    add("pytorch_default", "This is PyTorch's default of a linear layer, 1/√(3 fan_in): the recipe was not applied.",
        take_recipe, 1 / std::sqrt(3 * in));

    // A number that somebody has written down: one digit and a power of ten.
    const double power = std::pow(10, std::floor(std::log10(part.entries.std) + 1e-3));
    const double fixed = std::round(part.entries.std / power) * power;
    add("fixed " + short_text(fixed), "σ is " + short_text(fixed) + ", whatever the recipe and the fans.", take_recipe,
        fixed);
    return all;
}

std::optional<ScaleCause> cause_of_scale(
    const AuditedPart& part, const AuditedTensor& tensor, const Understanding& understanding)
{
    const double n = double(std::max<std::uint64_t>(part.entries.finite(), 1));
    const double chance = 4 * std::sqrt(std::max(part.law->kurtosis - 1, 0.1) / n) / 2;
    const double allowed = std::min(0.05, std::max(0.004, chance));
    const double measured = part.entries.std;
    for (ScaleCause& cause : scale_causes(part, tensor, understanding))
        if (std::abs(std::log(measured / cause.std)) < allowed)
            return std::move(cause);
    return std::nullopt;
}

}   // namespace stepzero
