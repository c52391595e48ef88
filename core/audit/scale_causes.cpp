// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/audit/scale_causes.h"

#include <algorithm>
#include <cmath>

#include "core/audit/entry_cut.h"
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
    const auto add = [&](std::string id, std::string cause, std::string fix, double of, std::string in_short = {}) {
        // What the recipe has itself explains nothing.
        if (std::isfinite(of) && of > 0 && std::abs(std::log(of / std)) > 0.005)
            all.push_back({std::move(id), std::move(cause), std::move(fix), of, std::move(in_short)});
    };

    if (factor != 1) {
        add("no_depth_scaling", "This is the recipe without its depth scaling.",
            "Multiply the initial σ of what writes to the residual stream by " + short_text(factor) + ".", std / factor,
            "depth scaling lost");
        if (layers > 0) {
            add("root_of_layers", "The depth scaling is 1/√L: it counts one branch a block, and there are two.",
                "Divide by √(2L).", std / factor / std::sqrt(layers), "depth scaling 1/√L for 1/√(2L)");
            add("no_root", "The depth scaling is 1/(2L), without the root.", "Divide by √(2L).",
                std / factor / (2 * layers), "depth scaling 1/(2L) for 1/√(2L)");
        }
    } else if (layers > 0) {
        add("misplaced_depth_scaling", "It has a depth scaling of 1/√(2L), which its recipe does not have.",
            "Take the depth scaling off this matrix.", std / std::sqrt(2 * layers), "depth scaling added");
        add("misplaced_depth_scaling", "It has a depth scaling of 1/√L, which its recipe does not have.",
            "Take the depth scaling off this matrix.", std / std::sqrt(layers));
    }

    const Shape shape = expected.shape;
    add("wrong_side", "The scheme counted the fans of the other side: the matrix is kept the other way round.",
        "Turn the matrix before the scheme sees it, or name the fan that is meant.",
        std_of(expected.draw_with(turned(shape)), shape), "fans of the other side");
    if (!tensor.parts.empty()) {
        add("packed_fans", "The scheme counted the fans of all parts packed together.",
            "Draw each part as a matrix of its own.", std_of(expected.draw_with(tensor.understood.shape), shape));
        if (const auto parts = int(tensor.parts.size()); parts > 1)
            add("packed_fans", "The scheme counted the fans of all parts packed together.",
                "Draw each part as a matrix of its own.",
                std * std::sqrt(double(shape.fan_in + shape.fan_out) / (shape.fan_in + parts * shape.fan_out)));
    }
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

namespace {

/// "√8", "1/√8", or a number.
std::string factor_text(double factor)
{
    const double square = factor * factor, root = std::round(square), inverse = std::round(1 / square);
    if (root > 1 && root < 1e6 && std::abs(square / root - 1) < 1e-6)
        return "√" + number_text(root);
    if (inverse > 1 && inverse < 1e6 && std::abs(square * inverse - 1) < 1e-6)
        return "1/√" + number_text(inverse);
    return short_text(factor);
}

std::string ends_of(const EntryCut& cut) { return cut.as_value ? "±2" : short_text(cut.at) + " σ"; }

/// The one truncation in place of the other: what it does to σ, as a cause of its own and beside another.
struct CutCause {
    double factor;
    std::string id, cause, fix, in_short;
};

std::vector<CutCause> cut_causes(const EntryCut& expected, const EntryCut& measured)
{
    constexpr int digits = 5;
    std::vector<CutCause> all;
    if (measured.at > 0) {
        const std::string ends = ends_of(measured), share = short_text(measured.share, digits);
        if (!(expected == measured))
            all.push_back({measured.share / expected.share, "truncated",
                "The law was cut at " + ends + ", and not made wider for it.",
                "Divide σ by " + share + " (compensated), or cut as the recipe does.", "cut at " + ends});
        else
            all.push_back({measured.share, "truncated", "The law was cut at " + ends + ", and not made wider for it.",
                "Divide σ by " + share + " (compensated).", "not made wider for its cut at " + ends});
        all.push_back({1 / expected.share, "truncated_wider", "The law was cut at " + ends + ", and made wider for it.",
            "Cut the law as the recipe does.", "made wider for its cut at " + ends});
    } else if (expected.at > 0) {
        const std::string ends = ends_of(expected), share = short_text(expected.share, digits);
        all.push_back({1 / expected.share, "not_truncated",
            "The recipe's law is cut at " + ends + ", which leaves " + share + " of σ; this one is not.",
            "Cut the law as the recipe does.", "not cut at " + ends});
    }
    return all;
}

}   // namespace

std::optional<ScaleCause> cause_of_scale(
    const AuditedPart& part, const AuditedTensor& tensor, const Understanding& understanding)
{
    const double n = double(std::max<std::uint64_t>(part.entries.finite(), 1));
    const double chance = 4 * std::sqrt(std::max(part.law->kurtosis - 1, 0.1) / n) / 2;
    const double allowed = std::min(0.05, std::max(0.004, chance));
    const double measured = part.entries.std, due = part.law->std;
    const auto explains = [&](double std) { return std::abs(std::log(measured / std)) < allowed; };
    const EntryCut expected = cut_of(part.expected->draw), found = cut_of(part.entries);
    const std::vector<CutCause> cuts = cut_causes(expected, found);
    for (const CutCause& cut : cuts)
        if (explains(due * cut.factor))
            return ScaleCause {cut.id, cut.cause, cut.fix, due * cut.factor};
    std::vector<ScaleCause> causes = scale_causes(part, tensor, understanding);
    if (!(expected == found))   // then the cut is part of it
        for (const ScaleCause& cause : causes) {
            const auto found_cut = std::ranges::find_if(
                cuts, [&](const CutCause& one) { return explains(cause.std * one.factor); });   // the usual one first
            if (cause.in_short.empty() || found_cut == cuts.end())
                continue;
            const CutCause& cut = *found_cut;
            return ScaleCause {cause.id + " " + cut.id,
                "Two causes at once: " + cause.in_short + " (×" + factor_text(cause.std / due) + ") and " + cut.in_short
                    + " (×" + short_text(cut.factor, 5) + ").",
                cause.fix + " " + cut.fix, cause.std * cut.factor};
        }
    for (ScaleCause& cause : causes)
        if (explains(cause.std))
            return std::move(cause);
    return std::nullopt;
}

}   // namespace stepzero
