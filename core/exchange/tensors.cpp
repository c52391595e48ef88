// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/tensors.h"

#include <algorithm>

#include "core/exchange/safetensors.h"
#include "core/simulate/input.h"

namespace stepzero {

namespace {
/// In pieces, so that a stop is obeyed while a slow disk takes them.
template <class Matrix>
void append(SafetensorsWriter& writer, const Matrix& matrix, const Context& context)
{
    constexpr std::size_t piece = 1 << 20;
    std::span<const float> rest(matrix.data(), std::size_t(matrix.size()));
    while (!rest.empty()) {
        context.check();
        writer.append(rest.first(std::min(piece, rest.size())));
        rest = rest.subspan(std::min(piece, rest.size()));
    }
}

}   // namespace

void write_tensors(
    const std::filesystem::path& path, const Experiment& experiment, NoiseCache& cache, const Context& context)
{
    const std::vector<LayerPlan> plan = expand(experiment.network);
    const int samples = sample_count(experiment), replica = 0;
    const std::size_t rows(samples), inputs(plan.front().fan_in), outputs(plan.back().fan_out);

    std::vector<TensorShape> tensors {{"input", {rows, inputs}}};
    for (const LayerPlan& layer : plan) {
        const std::string name = "layers." + std::to_string(layer.layer);
        const std::size_t fan_out(layer.fan_out), fan_in(layer.fan_in);
        tensors.push_back({name + ".weight", {fan_out, fan_in}});
        tensors.push_back({name + ".bias", {fan_out}});
    }
    tensors.push_back({"cotangent", {rows, outputs}});
    const Eigen::MatrixXf pairs
        = experiment.measure.correlation ? draw_pairs(experiment, replica) : Eigen::MatrixXf(inputs, 0);
    if (pairs.cols() > 0)
        tensors.push_back({"pairs", {std::size_t(pairs.cols()), inputs}});

    SafetensorsWriter writer(path, tensors);
    append(writer, draw_input(experiment, replica, samples, context), context);
    for (const LayerPlan& layer : plan) {
        context.progress(double(layer.layer - 1) / double(plan.size()), "tensors");
        append(writer, draw_weights(layer, experiment.seed, replica, cache, context), context);
        append(writer, draw_bias(layer, experiment.seed, replica, context), context);
    }
    append(writer, draw_cotangent(experiment, replica, samples, context), context);
    append(writer, pairs, context);
    writer.commit();
}

}   // namespace stepzero
