// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnose/lsuv.h"

#include <cmath>

#include "core/diagnose/change.h"
#include "core/kinds/kinds.h"
#include "core/modules/convolution.h"
#include "core/modules/elementwise.h"
#include "core/modules/pooling.h"
#include "core/network/input/input.h"

namespace stepzero {

namespace {

Initializer orthogonal(double gain) { return {"orthogonal", {{"gain", gain}}}; }

}   // namespace

Experiment lsuv(const Experiment& experiment, NoiseCache& cache, const Context& context)
{
    const NetworkPlan plan = plan_of(experiment.network);
    const DrawnParameters parameters(experiment.seed, 0, cache);
    Recorder nobody;
    Pass pass {.context = context, .parameters = parameters, .recorder = nobody, .backward = false};
    const BlockPlan& first = plan.blocks.front();
    Signal x = make_signal(by_position(draw_input(experiment, 0, sample_count(experiment), context), first.features_in,
                               first.positions_in),
        0, first.positions_in, context);
    std::vector<Filled> filled;
    for (const BlockPlan& layer : plan.blocks) {
        ConvolutionSpec map {.site = {layer.block, "preactivation"}, .weight = *layer.find("weight")};
        map.weight.initializer = orthogonal(1);
        Signal z = Convolution(std::move(map)).forward(std::move(x), pass);
        const double deviation = std::sqrt(z.moments.m2 / z.moments.count) * power_of_two(z.exponent);
        const double gain = deviation > 0 ? 1 / deviation : 1;
        filled.push_back({{layer.block, layer.block}, {orthogonal(gain), Initializer {"zeros", {}}}});
        x = Elementwise({layer.block, "output"}, layer.activation).forward(scaled(std::move(z), gain, context), pass);
        const LayerPlan& own = plan.layers[std::size_t(layer.block - 1)];
        if (const auto pooling = pooling_module(own.pooling, {layer.block, "pooled"}, own.pool))
            x = pooling->forward(std::move(x), pass);
        context.progress(double(layer.block) / plan.depth(), tr("LSUV"));
    }
    return with_initializers(experiment, filled);
}

}   // namespace stepzero
