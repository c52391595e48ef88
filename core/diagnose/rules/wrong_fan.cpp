// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include "core/diagnose/change.h"
#include "core/diagnose/rules.h"
#include "core/diagnose/text.h"
#include "core/diagnose/thresholds.h"
#include "core/init/fans.h"
#include "core/init/parameter_use.h"

namespace stepzero {

namespace {

bool counts_outputs(const Initializer& initializer) { return is_word(initializer.parameters, "mode", "fan_out"); }

Initializer counting_inputs(Initializer initializer)
{
    if (misread(initializer.parameters))
        initializer.parameters["layout"] = std::string("out_in");
    if (counts_outputs(initializer))
        initializer.parameters["mode"] = std::string("fan_in");
    return initializer;
}

/// Of the output, against what the right layout, or else fan_in, gives.
double factor_of(const Initializer& initializer, Shape shape)
{
    const auto std = [&](const Initializer& i) {
        return std::sqrt(law_of(draw_of(i, shape, Role::weight), shape, Role::weight).variance);
    };
    const double right = std(counting_inputs(initializer));
    return right > 0 ? std(initializer) / right : 1;
}

bool wrong(const Initializer& initializer, Shape shape)
{
    if (!misread(initializer.parameters) && !counts_outputs(initializer))
        return false;
    const double factor = factor_of(initializer, shape);
    return factor >= thresholds::fan_ratio || factor <= 1 / thresholds::fan_ratio;
}

std::string shape_text(const std::string& where, Shape shape)
{
    return where + " has fan_in = " + std::to_string(shape.fan_in) + " and fan_out = " + std::to_string(shape.fan_out);
}

Finding misread_finding(const std::string& where, Shape shape, double factor, int first, int last, Experiment fixed)
{
    return {.id = "wrong_fan",
        .severity = Severity::warning,
        .first_layer = first,
        .last_layer = last,
        .message = shape_text(where, shape) + ", and is handed to its scheme the other way round: its output is "
            + short_text(factor) + " times what the right fans give",
        .cause
        = "PyTorch's schemes read a matrix as [out, in], JAX's and Keras's as [in, out]; filled by the other's, a "
          "matrix takes its inputs for its outputs, and a kernel its positions for channels",
        .formula = shape.dimensions == 0 ? "read as [out, in], a matrix [in, out] has fan_in = out"
                                         : "read as [out, in, k, k], a kernel [k, k, in, out] has fan_in = k·in·out",
        .fixes = {fix_of({"hand it over as [out, in]", std::move(fixed)})}};
}

Finding finding(const Initializer& initializer, const std::string& where, Shape shape, int first, int last,
    Experiment fixed, const Window& window = {})
{
    const double factor = factor_of(initializer, shape);
    if (misread(initializer.parameters))
        return misread_finding(where, shape, factor, first, last, std::move(fixed));
    return {.id = "wrong_fan",
        .severity = Severity::warning,
        .first_layer = first,
        .last_layer = last,
        .message = shape_text(where, shape) + " and is scaled by fan_out: its output is " + short_text(factor)
            + " times what fan_in gives",
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
    const LayerPlan* worst = nullptr;
    int first = 0, last = 0;
    const auto size = [](const LayerPlan& layer) { return std::abs(std::log(factor_of(layer.weight, layer.shape()))); };
    for (const LayerPlan& layer : c.plan.layers) {
        if (!wrong(layer.weight, layer.shape()))
            continue;
        first = first > 0 ? first : layer.layer;
        last = layer.layer;
        if (!worst || size(layer) > size(*worst))
            worst = &layer;
    }
    if (!worst)
        return {};
    return {finding(worst->weight, "layer " + std::to_string(worst->layer), worst->shape(), first, last,
        with_initializers(c.experiment, c.plan.layers,
            [](const LayerPlan& l) {
                return Initializers {counting_inputs(l.weight), std::nullopt};
            }),
        c.plan.layers.front().window)};
}

std::vector<Finding> find_blocks(const Case& c)
{
    for (const ParameterPlan& plan : c.parameters) {
        if (plan.kind != Role::weight || plan.scale_free || is_looked_up(plan) || !wrong(plan.initializer, plan.shape))
            continue;
        Experiment fixed = c.experiment;
        for_weight_initializers(
            fixed.network, [](Initializer& initializer) { initializer = counting_inputs(initializer); });
        const bool inside = plan.block > 0;
        return {finding(
            plan.initializer, plan.role, plan.shape, inside ? 1 : 0, inside ? c.network.depth : 0, std::move(fixed))};
    }
    return {};
}

std::vector<Finding> find(const Case& c) { return c.layered ? find_dense(c) : find_blocks(c); }

}   // namespace

Rule rule_wrong_fan() { return {"wrong_fan", "the course's checklist: weight layout and fan_in", find, true}; }

}   // namespace stepzero
