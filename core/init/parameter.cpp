// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/init/parameter.h"

#include <algorithm>
#include <cmath>

#include "core/linear/tiles.h"
#include "core/random/affine.h"

namespace stepzero {

Draw draw_of(const ParameterPlan& plan)
{
    Draw draw = draw_of(plan.initializer, plan.shape, plan.kind);
    draw.scale *= plan.factor;
    draw.shift *= plan.factor;
    return draw;
}

DrawnMatrix ParameterSource::matrix(const ParameterPlan& plan, const Context& context) const
{
    const Draw draw = draw_of(plan);
    const Stream stream {seed_, replica_, TensorRole::weight, plan.stream};
    const std::int64_t exponent = split_factor(std::max(std::abs(draw.scale), std::abs(draw.shift))).exponent;
    const double unit = power_of_two(-exponent);
    return {cache_.base(draw, stream, plan.shape.fan_out, plan.shape.fan_in, context), float(draw.scale * unit),
        float(draw.shift * unit), exponent};
}

Eigen::VectorXf ParameterSource::vector(const ParameterPlan& plan, const Context& context) const
{
    const Draw draw = draw_of(plan);
    if (draw.base == Base::constant)
        return Eigen::VectorXf::Constant(plan.shape.fan_out, float(draw.scale + draw.shift));
    const Stream stream {seed_, replica_, TensorRole::bias, plan.stream};
    const BaseNoise noise = draw_base(draw, stream, 1, plan.shape.fan_out, context);
    Eigen::VectorXf result(plan.shape.fan_out);
    fill_affine(noise.entries.data(), std::size_t(result.size()), float(draw.scale), float(draw.shift), result.data());
    return result;
}

WeightMatrix ParameterSource::entries(const ParameterPlan& plan, const Context& context) const
{
    if (plan.kind == Role::bias)
        return vector(plan, context).transpose();
    const DrawnMatrix drawn = matrix(plan, context);
    const double unit = power_of_two(drawn.exponent);
    const auto scale = float(drawn.scale * unit), shift = float(drawn.shift * unit);
    WeightMatrix result(drawn.rows(), drawn.columns());
    for_tiles(result.rows(), 64, double(result.size()), context, [&](Eigen::Index first, Eigen::Index count) {
        fill_affine(&drawn.base->entries.coeffRef(first, 0), std::size_t(count * result.cols()), scale, shift,
            &result.coeffRef(first, 0));
    });
    return result;
}

}   // namespace stepzero
