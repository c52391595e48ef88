// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include "core/diagnose/change.h"
#include "core/diagnose/rules.h"
#include "core/diagnose/text.h"
#include "core/diagnose/thresholds.h"

namespace stepzero {

namespace {

const Initializer zeros {"zeros", {}};

bool has_mean(const Initializer& bias, Shape shape)
{
    return law_of(draw_of(bias, shape, Role::bias), shape, Role::bias).mean != 0;
}

std::vector<Finding> find(const Case& c)
{
    int first = 0, last = 0;
    double worst = thresholds::offset;
    const LayerMeasurement* at = nullptr;
    for (std::size_t l = 0; l < c.measurement.layers.size(); ++l) {
        const Distribution& z = c.measurement.layers[l].preactivation;
        const bool has = c.body
            ? option_flag(c.network, "biases") && has_mean(c.network.bias, {c.network.width, c.network.width})
            : has_mean(c.plan[l].bias, {c.plan[l].fan_out, c.plan[l].fan_in});
        const double share = z.rms > 0 && std::isfinite(z.rms) ? std::abs(z.mean) / z.rms : 0;
        if (!has || share <= thresholds::offset)
            continue;
        first = first > 0 ? first : int(l) + 1;
        last = int(l) + 1;
        if (share > worst) {
            worst = share;
            at = &c.measurement.layers[l];
        }
    }
    if (!at)
        return {};
    Experiment fixed = c.experiment;
    fixed.network.bias = zeros;
    if (!c.body)
        fixed = with_initializers(c.experiment, [](const LayerPlan& l) { return Initializers {l.weight, zeros}; });
    const Distribution& z = at->preactivation;
    return {{.id = "bias_offset",
        .severity = Severity::warning,
        .first_layer = first,
        .last_layer = last,
        .message = "biases shift the preactivations of " + span_text(c.network, first, last) + ": z has mean "
            + short_text(z.plain(z.mean)) + " and std " + short_text(z.plain(z.std)),
        .cause = "an offset that all units share carries no information, and moves the activation to one side",
        .formula = "E[z] = E[b]",
        .fixes = {fix_of({"biases to 0", std::move(fixed)})}}};
}

}   // namespace

Rule rule_bias_offset() { return {"bias_offset", "the course's checklist: bias, no unwanted offset", find}; }

}   // namespace stepzero
