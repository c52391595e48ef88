// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include "core/diagnose/change.h"
#include "core/diagnose/mends.h"
#include "core/diagnose/rules.h"
#include "core/diagnose/text.h"
#include "core/diagnose/thresholds.h"

namespace stepzero {

namespace {

const Initializer zeros {"zeros", {}};

bool has_mean(const ParameterPlan& bias) { return law_of(draw_of(bias), bias.shape, bias.kind).mean != 0; }

std::vector<Finding> find_bias_offset(const Case& c)
{
    int first = 0, last = 0;
    double worst = thresholds::offset;
    const Distribution* at = nullptr;
    for (int l = 0; l < c.plan.depth(); ++l) {
        const Distribution& z = *c.measurement.preactivation(l + 1);
        const ParameterPlan* bias = c.plan.blocks[std::size_t(l)].find(
            c.layered ? c.plan.reading.weight : c.plan.reading.preactivation, Role::bias);
        const bool has = bias && has_mean(*bias);
        const double share = z.rms > 0 && std::isfinite(z.rms) ? std::abs(z.mean) / z.rms : 0;
        if (!has || share <= thresholds::offset)
            continue;
        first = first > 0 ? first : l + 1;
        last = l + 1;
        if (share > worst) {
            worst = share;
            at = &z;
        }
    }
    if (!at)
        return {};
    Experiment fixed = c.experiment;
    Text label = tr("Set biases to 0");
    if (c.layered) {
        std::vector<LayerPlan> mended;
        for (LayerPlan layer : c.plan.layers)
            if (bias_law(layer).mean != 0) {
                layer.bias = zeros;
                mended.push_back(std::move(layer));
            }
        // Change the network's initializer, unless only some layers are at fault.
        if (2 * mended.size() > c.plan.layers.size()) {
            fixed = with_initializers(c.experiment, c.plan.layers, [](const LayerPlan& l) {
                return Initializers {l.weight, zeros};
            });
        } else {
            fixed = with_layers(c.experiment, mended);
            label = tr("Set biases to 0 in %1", span_text(c.network, mended.front().layer, mended.back().layer));
        }
    } else {
        fixed.network.bias = zeros;
    }
    return {{.id = "bias_offset",
        .severity = Severity::warning,
        .first_layer = first,
        .last_layer = last,
        .message = tr("Biases shift the preactivations of %1: z has mean %2 and std %3.",
            span_text(c.network, first, last), short_text(at->plain(at->mean)), short_text(at->plain(at->std))),
        .cause = joined(
            {tr("An offset E[b] that all units share carries no information and shifts the activation to one side."),
                c.layered && may_be_geometric(c.plan.layers, first) ? unless_geometric() : Text()},
            " "),
        .formula = "E[z] = E[b]",
        .fixes = {fix_of({std::move(label), std::move(fixed)})}}};
}

}   // namespace

Rule rule_bias_offset()
{
    return {"bias_offset", "LeCun et al. 1998: Efficient backprop, mean of the inputs",
        {{"bias_offset", tr("nonzero mean"), tr("biases outweigh the signal"), 310, {"weights"}}}, find_bias_offset};
}

}   // namespace stepzero
