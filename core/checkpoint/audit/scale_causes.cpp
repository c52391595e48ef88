// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/audit/scale_causes.h"

#include <algorithm>
#include <cmath>

#include "core/base/words/words.h"
#include "core/checkpoint/audit/entry_cut.h"
#include "core/diagnose/text.h"
#include "core/network/init/fans.h"

namespace stepzero {

namespace {

double std_of(const Draw& draw, Shape shape) { return std::sqrt(law_of(draw, shape, Role::weight).variance); }

Shape turned(Shape shape)
{
    std::swap(shape.fan_in, shape.fan_out);
    return shape;
}

Text take_recipe() { return tr("Initialize these tensors with the recipe."); }

}   // namespace

std::vector<ScaleCause> scale_causes(
    const AuditedPart& part, const AuditedTensor& tensor, const Understanding& understanding)
{
    const Expected& expected = *part.expected;
    const double std = part.law->std, factor = expected.factor;
    const auto found_layers = understanding.variables.find("layers");
    const double layers = found_layers == understanding.variables.end() ? 0 : found_layers->second;
    std::vector<ScaleCause> all;
    const auto add = [&](std::string id, Text cause, Text fix, double of, Text in_short = {}) {
        // A cause with the recipe's own σ explains nothing.
        if (std::isfinite(of) && of > 0 && std::abs(std::log(of / std)) > 0.005)
            all.push_back({std::move(id), std::move(cause), std::move(fix), of, std::move(in_short)});
    };

    if (factor != 1) {
        add("no_depth_scaling", tr("This is the recipe without its depth scaling."),
            tr("Multiply the initial σ of the matrices that write to the residual stream by %1.", short_text(factor)),
            std / factor, tr("depth scaling lost"));
        if (layers > 0) {
            add("root_of_layers", tr("The depth scaling is 1/√L: it counts one branch per block instead of two."),
                tr("Divide by √(2L)."), std / factor / std::sqrt(layers), tr("depth scaling 1/√L instead of 1/√(2L)"));
            add("no_root", tr("The depth scaling is 1/(2L), without the root."), tr("Divide by √(2L)."),
                std / factor / (2 * layers), tr("depth scaling 1/(2L) instead of 1/√(2L)"));
        }
    } else if (layers > 0) {
        add("misplaced_depth_scaling", tr("It has a depth scaling of 1/√(2L), which its recipe does not have."),
            tr("Remove the depth scaling from this matrix."), std / std::sqrt(2 * layers), tr("depth scaling added"));
        add("misplaced_depth_scaling", tr("It has a depth scaling of 1/√L, which its recipe does not have."),
            tr("Remove the depth scaling from this matrix."), std / std::sqrt(layers));
    }

    const Shape shape = expected.shape;
    add("wrong_side", tr("The scheme swapped fan_in and fan_out: the matrix is stored transposed."),
        tr("Transpose the matrix before it is initialized, or choose the fan explicitly."),
        std_of(expected.draw_with(turned(shape)), shape), tr("fan_in and fan_out swapped"));
    if (!tensor.parts.empty()) {
        add("packed_fans", tr("The scheme counted the fans of all packed parts together."),
            tr("Initialize each part as a separate matrix."),
            std_of(expected.draw_with(tensor.understood.shape), shape));
        if (const auto parts = int(tensor.parts.size()); parts > 1)
            add("packed_fans", tr("The scheme counted the fans of all packed parts together."),
                tr("Initialize each part as a separate matrix."),
                std * std::sqrt(double(shape.fan_in + shape.fan_out) / (shape.fan_in + parts * shape.fan_out)));
    }
    const double in = shape.fan_in, out = shape.fan_out;
    add("he_fan_in", tr("This is He's σ by fan_in, √(2/fan_in)."), take_recipe(), std::sqrt(2 / in));
    add("he_fan_out", tr("This is He's σ by fan_out, √(2/fan_out)."), take_recipe(), std::sqrt(2 / out));
    add("lecun", tr("This is LeCun's σ, 1/√fan_in."), take_recipe(), 1 / std::sqrt(in));
    add("by_fan_out", tr("This is 1/√fan_out."), take_recipe(), 1 / std::sqrt(out));
    add("xavier", tr("This is Xavier's σ, √(2/(fan_in + fan_out))."), take_recipe(), std::sqrt(2 / (in + out)));
    add("pytorch_default",
        tr("This is PyTorch's default for linear layers, 1/√(3 fan_in): the recipe was not applied."), take_recipe(),
        1 / std::sqrt(3 * in));

    // Try a constant in the code: one digit times a power of ten.
    const double power = std::pow(10, std::floor(std::log10(part.entries.std) + 1e-3));
    const double fixed = std::round(part.entries.std / power) * power;
    add("fixed " + short_text(fixed), tr("σ is fixed at %1, independent of recipe and fans.", short_text(fixed)),
        take_recipe(), fixed);
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

/// The effect on σ of a different truncation, alone or combined with another cause.
struct CutCause {
    double factor;
    std::string id;
    Text cause, fix, in_short;
};

std::vector<CutCause> cut_causes(const EntryCut& expected, const EntryCut& measured)
{
    constexpr int digits = 5;
    std::vector<CutCause> all;
    if (measured.at > 0) {
        const std::string ends = ends_of(measured), share = short_text(measured.share, digits);
        const Text uncompensated = tr("The distribution was truncated at %1, but σ was not compensated for it.", ends);
        if (!(expected == measured))
            all.push_back({measured.share / expected.share, "truncated", uncompensated,
                tr("Divide σ by %1 (compensated), or truncate as the recipe does.", share),
                tr("truncated at %1", ends)});
        else
            all.push_back({measured.share, "truncated", uncompensated, tr("Divide σ by %1 (compensated).", share),
                tr("not compensated for truncation at %1", ends)});
        all.push_back({1 / expected.share, "truncated_wider",
            tr("The distribution was truncated at %1, and σ was compensated for it.", ends),
            tr("Truncate as the recipe does."), tr("compensated for truncation at %1", ends)});
    } else if (expected.at > 0) {
        const std::string ends = ends_of(expected), share = short_text(expected.share, digits);
        all.push_back({1 / expected.share, "not_truncated",
            tr("The recipe truncates at %1, which leaves %2 of σ; this tensor is not truncated.", ends, share),
            tr("Truncate as the recipe does."), tr("not truncated at %1", ends)});
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
    if (!(expected == found))   // then a different truncation is part of the cause
        for (const ScaleCause& cause : causes) {
            const auto found_cut = std::ranges::find_if(
                cuts, [&](const CutCause& one) { return explains(cause.std * one.factor); });   // common first
            if (cause.in_short.empty() || found_cut == cuts.end())
                continue;
            const CutCause& cut = *found_cut;
            return ScaleCause {cause.id + " " + cut.id,
                tr("There are two causes: %1 (×%2) and %3 (×%4).", cause.in_short, factor_text(cause.std / due),
                    cut.in_short, short_text(cut.factor, 5)),
                joined({cause.fix, cut.fix}, " "), cause.std * cut.factor};
        }
    for (ScaleCause& cause : causes)
        if (explains(cause.std))
            return std::move(cause);
    return std::nullopt;
}

}   // namespace stepzero
