// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulate/weights.h"

#include "core/linear/tiles.h"
#include "core/random/affine.h"

namespace stepzero {

WeightMatrix draw_weights(
    const LayerPlan& layer, std::uint64_t seed, int replica, NoiseCache& cache, const Context& context)
{
    const Draw draw = draw_of(layer.weight, {layer.fan_out, layer.fan_in}, Role::weight);
    const Stream stream {seed, std::uint32_t(replica), TensorRole::weight, std::uint32_t(layer.layer)};
    const auto noise = cache.base(draw, stream, layer.fan_out, layer.fan_in, context);
    const float scale = float(draw.scale), shift = float(draw.shift);
    WeightMatrix weights(layer.fan_out, layer.fan_in);
    for_tiles(weights.rows(), 64, double(weights.size()), context, [&](Eigen::Index first, Eigen::Index count) {
        fill_affine(&noise->entries.coeffRef(first, 0), std::size_t(count * weights.cols()), scale, shift,
            &weights.coeffRef(first, 0));
    });
    return weights;
}

Eigen::VectorXf draw_bias(const LayerPlan& layer, std::uint64_t seed, int replica, const Context& context)
{
    const Draw draw = draw_of(layer.bias, {layer.fan_out, layer.fan_in}, Role::bias);
    if (draw.base == Base::constant)
        return Eigen::VectorXf::Constant(layer.fan_out, float(draw.scale + draw.shift));
    const Stream stream {seed, std::uint32_t(replica), TensorRole::bias, std::uint32_t(layer.layer)};
    // One row of the stream, which costs a sixty-fourth of one column.
    const BaseNoise noise = draw_base(draw, stream, 1, layer.fan_out, context);
    Eigen::VectorXf bias(layer.fan_out);
    fill_affine(noise.entries.data(), std::size_t(bias.size()), float(draw.scale), float(draw.shift), bias.data());
    return bias;
}

}   // namespace stepzero
