// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnose/pooled.h"

#include <cmath>

#include "core/diagnose/text.h"

namespace stepzero {

namespace {

/// For the layers below `end` that a mean over positions stands behind.
template <class Body>
void for_means(const Case& c, int end, const Body& body)
{
    for (int layer = 1; layer < end && layer <= int(c.plan.layers.size()); ++layer)
        if (const LayerPlan& plan = c.plan.layers[std::size_t(layer - 1)]; plan.pooling == Pooling::average)
            body(layer, plan.pool.receptive());
}

}   // namespace

std::string pooled_signal(const Case& c, int end, double ln_lost)
{
    double taken = 0;
    int means = 0;
    for_means(c, end, [&](int layer, int) {
        const Distribution *before = c.measurement.output(layer), *behind = c.measurement.block(layer).value("pooled");
        if (!before || !behind || !(before->rms > 0) || !(behind->rms > 0))
            return;
        taken -= (behind->log10_of(behind->rms) - before->log10_of(before->rms)) * std::log(10.0);
        ++means;
    });
    if (means == 0 || !(taken > ln_lost / 2))
        return {};
    return "average pooling leaves " + exp_text(-taken / means)
        + " of the RMS each time: the mean of positions that differ is smaller than they are, which no scheme of the "
          "layers behind knows of";
}

std::string pooled_gradient(const Case& c, int end, double ln_lost)
{
    double taken = 0;
    int positions = 0;
    for_means(c, end, [&](int, int receptive) {
        taken += std::log(double(receptive)) / 2;
        positions = receptive;
    });
    if (positions == 0 || !(taken > ln_lost / 2))
        return {};
    const std::string n = std::to_string(positions);
    return "average pooling hands each of " + n + " positions a part of the gradient, 1/" + n
        + ": its norm is divided by √" + n + " each time, whatever the weights are";
}

}   // namespace stepzero
