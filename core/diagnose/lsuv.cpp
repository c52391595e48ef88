// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnose/lsuv.h"

#include <cmath>

#include "core/activation/activation.h"
#include "core/diagnose/change.h"
#include "core/input/input.h"
#include "core/linear/tiling.h"
#include "core/statistics/describe.h"
#include "core/kinds/kinds.h"

namespace stepzero {

namespace {

Initializer orthogonal(double gain) { return {"orthogonal", {{"gain", gain}}}; }

/// W x, in tiles of one thread each: the same bits on any pool.
Eigen::MatrixXf product(const WeightMatrix& w, const Eigen::MatrixXf& x, const Context& context)
{
    Eigen::MatrixXf z(w.rows(), x.cols());
    const Tiling tiling(int(w.rows()), int(x.cols()));
    context.parallel(tiling.size(), [&](int i) {
        const Block b = tiling[i];
        z.block(b.row, b.column, b.rows, b.columns).noalias()
            = w.middleRows(b.row, b.rows) * x.middleCols(b.column, b.columns);
    });
    return z;
}

}   // namespace

Experiment lsuv(const Experiment& experiment, NoiseCache& cache, const Context& context)
{
    const NetworkPlan plan = plan_of(experiment.network);
    const DrawnParameters parameters(experiment.seed, 0, cache);
    Eigen::MatrixXf x = draw_input(experiment, 0, sample_count(experiment), context);
    std::vector<double> gains;
    for (const BlockPlan& layer : plan.blocks) {
        ParameterPlan weight = *layer.find("weight");
        weight.initializer = orthogonal(1);
        Eigen::MatrixXf z = product(parameters.entries(weight, context), x, context);
        const Distribution found = describe(z.data(), std::size_t(z.size()), context);
        gains.push_back(found.std > 0 ? 1 / found.std : 1);
        z *= float(gains.back());
        x.resize(z.rows(), z.cols());
        const ActivationFunction phi(layer.activation);
        context.parallel(
            int(z.cols()), [&](int column) { phi.value(z.col(column).data(), x.col(column).data(), z.rows()); });
        context.progress(double(layer.block) / plan.depth(), "LSUV");
    }
    return with_initializers(experiment, [&](const LayerPlan& layer) {
        return Initializers {orthogonal(gains[std::size_t(layer.layer - 1)]), Initializer {"zeros", {}}};
    });
}

}   // namespace stepzero
