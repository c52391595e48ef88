// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cmath>

#include "core/diagnose/change.h"
#include "core/diagnose/fan_choice.h"
#include "core/diagnose/rules.h"
#include "core/diagnose/text.h"
#include "core/diagnose/thresholds.h"
#include "core/network/init/fans.h"
#include "core/network/init/parameter_use.h"

namespace stepzero {

namespace {

Finding misread_finding(const Text& where, Shape shape, double factor, int first, int last, Experiment fixed)
{
    return {.id = "wrong_fan",
        .severity = Severity::warning,
        .first_layer = first,
        .last_layer = last,
        .message = tr("The weights of %1 are initialized with fan_in = %2 and fan_out = %3 swapped: the output is %4 "
                      "times the correct one.",
            where, shape.fan_in, shape.fan_out, short_text(factor)),
        .cause = tr("PyTorch's schemes read a matrix as [out, in], those of JAX and Keras as [in, out]. In the other "
                    "layout, fans are counted along the wrong axes."),
        .formula = shape.dimensions == 0 ? "read as [out, in], a matrix [in, out] has fan_in = out"
                                         : "read as [out, in, k, k], a kernel [k, k, in, out] has fan_in = k·in·out",
        .fixes = {fix_of({tr("Use the layout [out, in]"), std::move(fixed)})}};
}

Finding transposed_finding(
    const Text& where, Shape shape, Fan fan, double factor, int first, int last, Experiment fixed)
{
    const FanInfo& info = fan_info(fan);
    return {.id = "wrong_fan",
        .severity = Severity::warning,
        .first_layer = first,
        .last_layer = last,
        .message = tr("The weights of %1 are scaled by %2 = %3, but %4 weights reach an output: the output is %5 "
                      "times the correct one.",
            where, info.name, short_text(info.size(shape)), short_text(shape.terms()), short_text(factor)),
        .cause = tr("Frameworks store the kernel of a transposed convolution by its input channels, so that fan_in "
                    "counts output channels and fan_out input channels. Neither accounts for the stride s, "
                    "with which an output gets 1/s of the taps along each dimension."),
        .formula
        = shape.dimensions == 2 ? "Var(z) = n Var(W) E[x²], n = n_in k²/s²" : "Var(z) = n Var(W) E[x²], n = n_in k/s",
        .fixes = {fix_of({tr("Scale by the weights that reach an output"), std::move(fixed)})}};
}

Finding finding(const Initializer& initializer, const Text& where, Shape shape, int first, int last, Experiment fixed,
    const Window& window = {})
{
    const double factor = fan_factor(initializer, shape);
    if (const Fan fan = transposed_fan(initializer, shape); fan != Fan::none)
        return transposed_finding(where, shape, fan, factor, first, last, std::move(fixed));
    if (misread(initializer.parameters))
        return misread_finding(where, shape, factor, first, last, std::move(fixed));
    return {.id = "wrong_fan",
        .severity = Severity::warning,
        .first_layer = first,
        .last_layer = last,
        .message = tr("The weights of %1 are scaled by fan_out = %3 instead of fan_in = %2: the output is %4 times the "
                      "correct one.",
            where, shape.fan_in, shape.fan_out, short_text(factor)),
        .cause = window.groups > 1 ? tr("In a grouped convolution each input takes part in fan_out/groups outputs, but "
                                        "frameworks count fan_out as if there were no groups.")
                                   : tr("Var(W) = gain²/fan_out preserves the gradient's size, not the signal's. If a "
                                        "library stores weights as [fan_in, fan_out], the layout may be transposed."),
        .formula = "Var(z) = fan_in·Var(W) E[x²] = gain² (fan_in/fan_out) E[x²]",
        .fixes = {fix_of({tr("Scale by fan_in"), std::move(fixed)})}};
}

/// Forward, fan_out is as valid as fan_in (He et al. 2015) unless it makes the signal drift.
bool drifts_by_fans(const Case& c)
{
    constexpr std::array<Criterion, 6> drifts {
        vanishing_signal, exploding_signal, vanishing_gradient, exploding_gradient, saturated_units, dead_units};
    return !has_norms(c.network) && swing_by_fans(c.plan.layers) >= std::log(thresholds::fan_ratio)
        && std::ranges::any_of(drifts, [&](Criterion drift) { return drift(c.network, c.profile, 1).has_value(); });
}

std::vector<Finding> find_in_weights(const Case& c)
{
    const bool drifts = drifts_by_fans(c);
    std::vector<LayerPlan> wrong;
    for (const LayerPlan& layer : c.plan.layers)
        if (counts_wrong_fan(layer.weight, layer.shape()) && (drifts || misread(layer.weight.parameters)))
            wrong.push_back(layer);
    if (wrong.empty())
        return {};
    const int sign = exploding_signal(c.network, c.profile, 1) ? 1 : vanishing_signal(c.network, c.profile, 1) ? -1 : 0;
    const LayerPlan* worst = worst_fan(wrong, sign);
    if (!worst)
        worst = worst_fan(wrong, 0);
    return {finding(worst->weight, span_text(c.network, worst->layer, worst->layer), worst->shape(),
        wrong.front().layer, wrong.back().layer,
        with_initializers(c.experiment, c.plan.layers,
            [](const LayerPlan& l) {
                return Initializers {counting_inputs(l.weight, l.shape()), std::nullopt};
            }),
        c.plan.layers.front().window)};
}

/// Returns whether a norm makes the scale of a matrix's output irrelevant. In ResNets, a norm follows each convolution,
/// or precedes all readers of the stream it writes.
bool is_normed(const Case& c, const ParameterPlan& plan)
{
    return c.plan.kind->kernels && has_norms(c.network) && use_of(plan) != ParameterUse::head;
}

std::vector<Finding> find_in_blocks(const Case& c)
{
    for (const ParameterPlan& plan : c.parameters) {
        if (plan.kind != Role::weight || plan.scale_free || is_looked_up(plan)
            || !counts_wrong_fan(plan.initializer, plan.shape)
            || (is_normed(c, plan) && !misread(plan.initializer.parameters)))
            continue;
        Experiment fixed = c.experiment;
        for_weight_initializers(
            fixed.network, [](Initializer& initializer) { initializer = counting_inputs(initializer); });
        const bool inside = plan.block > 0;
        return {finding(plan.initializer, role_text(*c.plan.kind, plan), plan.shape, inside ? 1 : 0,
            inside ? c.network.depth : 0, std::move(fixed))};
    }
    return {};
}

std::vector<Finding> find_wrong_fan(const Case& c) { return c.layered ? find_in_weights(c) : find_in_blocks(c); }

}   // namespace

Rule rule_wrong_fan()
{
    return {"wrong_fan", "He et al. 2015: fan_in; torch.nn.Linear: weights are [out, in]",
        {{"wrong_fan", tr("mis-scaled"),
            tr("a matrix is scaled by the wrong fan, so that the signal drifts, or it is initialized in the wrong "
               "layout"),
            320, {"weights"}}},
        find_wrong_fan, true};
}

}   // namespace stepzero
