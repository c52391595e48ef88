// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include "core/diagnose/change.h"
#include "core/diagnose/rules.h"
#include "core/diagnose/text.h"
#include "core/diagnose/thresholds.h"

namespace stepzero {

namespace {

bool counts_outputs(const Initializer& initializer)
{
    const auto mode = initializer.parameters.find("mode");
    return mode != initializer.parameters.end() && mode->second == ParameterValue("fan_out");
}

bool wrong(const Initializer& initializer, Shape shape)
{
    const double ratio = std::sqrt(double(shape.fan_in) / shape.fan_out);
    return counts_outputs(initializer) && (ratio >= thresholds::fan_ratio || ratio <= 1 / thresholds::fan_ratio);
}

Initializer counting_inputs(Initializer initializer)
{
    if (counts_outputs(initializer))
        initializer.parameters["mode"] = std::string("fan_in");
    return initializer;
}

Finding finding(const std::string& where, Shape shape, int first, int last, Experiment fixed, const Window& window = {})
{
    const double factor = std::sqrt(double(shape.fan_in) / shape.fan_out);
    return {.id = "wrong_fan",
        .severity = Severity::warning,
        .first_layer = first,
        .last_layer = last,
        .message = where
            + (shape.dimensions > 0
                    ? " has fan_in = " + std::to_string(shape.fan_in)
                        + " and fan_out = " + std::to_string(shape.fan_out)
                    : " leads from " + std::to_string(shape.fan_in) + " to " + std::to_string(shape.fan_out) + " units")
            + " and is scaled by fan_out: its output is " + short_text(factor) + " times what fan_in gives",
        .cause = window.groups > 1
            ? "an input takes part in fan_out/groups outputs, and frameworks count fan_out of a grouped convolution as "
              "if there were no groups"
            : "Var(W) = gain²/fan_out keeps the gradient's size and not the signal's; in a library that stores "
              "[fan_in, fan_out] it may be a transposed layout",
        .formula = "Var(z) = fan_in·Var(W) E[x²] = gain² (fan_in/fan_out) E[x²]",
        .fixes = {fix_of({"scale by fan_in", std::move(fixed)})}};
}

std::vector<Finding> find_dense(const Case& c)
{
    std::optional<Shape> worst;
    int first = 0, last = 0, worst_layer = 0;
    const auto size = [](Shape s) { return std::abs(std::log(double(s.fan_in) / s.fan_out)); };
    for (const LayerPlan& layer : c.plan.layers) {
        const Shape shape = layer.shape();
        if (!wrong(layer.weight, shape))
            continue;
        first = first > 0 ? first : layer.layer;
        last = layer.layer;
        if (!worst || size(shape) > size(*worst)) {
            worst = shape;
            worst_layer = layer.layer;
        }
    }
    if (!worst)
        return {};
    return {finding("layer " + std::to_string(worst_layer), *worst, first, last,
        with_initializers(c.experiment, c.plan.layers,
            [](const LayerPlan& l) {
                return Initializers {counting_inputs(l.weight), std::nullopt};
            }),
        c.plan.layers.front().window)};
}

std::vector<Finding> find_blocks(const Case& c)
{
    for (const ParameterPlan& plan : c.parameters) {
        // Tables of tokens and positions are looked up, not summed over.
        if (plan.kind != Role::weight || plan.scale_free || plan.role == "embedding" || plan.role == "position"
            || !wrong(plan.initializer, plan.shape))
            continue;
        Experiment fixed = c.experiment;
        fixed.network.weight = counting_inputs(fixed.network.weight);
        for (auto& [role, initializer] : fixed.network.roles)
            initializer = counting_inputs(initializer);
        const bool inside = plan.block > 0;
        return {finding(plan.role, plan.shape, inside ? 1 : 0, inside ? c.network.depth : 0, std::move(fixed))};
    }
    return {};
}

std::vector<Finding> find(const Case& c) { return c.layered ? find_dense(c) : find_blocks(c); }

}   // namespace

Rule rule_wrong_fan() { return {"wrong_fan", "the course's checklist: weight layout and fan_in", find, true}; }

}   // namespace stepzero
