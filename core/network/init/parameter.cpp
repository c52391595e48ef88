// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/init/parameter.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "core/math/linear/tiles.h"
#include "core/math/random/affine.h"
#include "core/math/statistics/describe.h"

namespace stepzero {

namespace {

WeightMatrix entries_of(const ScaledMatrix& drawn, const Context& context)
{
    WeightMatrix result(drawn.rows(), drawn.columns());
    for_tiles(result.rows(), 64, double(result.size()), context, [&](Eigen::Index first, Eigen::Index count) {
        fill_affine(&drawn.base->entries.coeffRef(first, 0), std::size_t(count * result.cols()), drawn.plain_scale(),
            drawn.plain_shift(), &result.coeffRef(first, 0));
    });
    return result;
}

}   // namespace

ScaledMatrix DrawnParameters::matrix(const ParameterPlan& plan, const Context& context) const
{
    const Draw draw = draw_of(plan);
    const Stream stream {seed_, replica_, TensorRole::weight, plan.stream};
    const std::int64_t exponent = exponent_of(draw);
    const double unit = power_of_two(-exponent);
    auto base = cache_.base(draw, stream, plan.shape.rows(), plan.shape.columns(), context);
    const ScaledMatrix drawn = draw.format != FloatFormat::float32
        ? ScaledMatrix {std::move(base), 1, 0, exponent}
        : ScaledMatrix {std::move(base), float(draw.scale * unit), float(draw.shift * unit), exponent};
    return plan.rows.changed() > 0 ? with_given_rows(plan, drawn, context) : drawn;
}

ScaledMatrix DrawnParameters::with_given_rows(
    const ParameterPlan& plan, const ScaledMatrix& drawn, const Context& context) const
{
    const std::lock_guard lock(mutex_);
    ScaledMatrix& table = tables_[plan.name];
    if (table.base)
        return table;
    constexpr std::uint32_t of_rows = 1U << 28;   // beyond all streams of plans
    auto base = std::make_shared<BaseNoise>();
    base->entries = entries_of(drawn, context);
    give_rows(base->entries, plan.rows, {seed_, replica_, TensorRole::weight, of_rows + plan.stream}, context);
    base->distribution = describe(base->entries.data(), std::size_t(base->entries.size()), context);
    return table = {.base = std::move(base)};
}

Eigen::VectorXf DrawnParameters::vector(const ParameterPlan& plan, const Context& context) const
{
    const Draw draw = draw_of(plan);
    const bool is_rounded = draw.format != FloatFormat::float32;
    if (draw.base->dependence == Dependence::constant) {
        const double value = draw.scale + draw.shift;
        return Eigen::VectorXf::Constant(
            plan.shape.rows(), float(is_rounded ? rounded(value, float_range(draw.format)) : value));
    }
    const Stream stream {seed_, replica_, TensorRole::bias, plan.stream};
    const BaseNoise noise = draw_base(draw, stream, 1, plan.shape.rows(), context);
    if (is_rounded)
        return noise.entries.row(0).transpose() * float(power_of_two(exponent_of(draw)));
    Eigen::VectorXf result(plan.shape.rows());
    fill_affine(noise.entries.data(), std::size_t(result.size()), float(draw.scale), float(draw.shift), result.data());
    return result;
}

WeightMatrix ParameterSource::entries(const ParameterPlan& plan, const Context& context) const
{
    if (plan.kind == Role::bias)
        return vector(plan, context).transpose();
    return entries_of(matrix(plan, context), context);
}

ScaledMatrix RoundedParameters::matrix(const ParameterPlan& plan, const Context& context) const
{
    const ScaledMatrix exact = exact_.matrix(plan, context);
    auto base = std::make_shared<BaseNoise>();
    base->entries = entries_of(exact, context);
    base->distribution = exact.distribution();
    for_tiles(
        base->entries.rows(), 64, double(base->entries.size()), context, [&](Eigen::Index first, Eigen::Index count) {
            round_numbers(
                &base->entries.coeffRef(first, 0), std::size_t(count * base->entries.cols()), float_range(format_));
        });
    return {.base = std::move(base)};
}

Eigen::VectorXf RoundedParameters::vector(const ParameterPlan& plan, const Context& context) const
{
    Eigen::VectorXf numbers = exact_.vector(plan, context);
    round_numbers(numbers.data(), std::size_t(numbers.size()), float_range(format_));
    return numbers;
}

void HeldParameters::hold(const std::string& name, WeightMatrix entries, const Context& context)
{
    auto base = std::make_shared<BaseNoise>();
    base->distribution = describe(entries.data(), std::size_t(entries.size()), context);
    base->entries = std::move(entries);
    held_[name] = {.base = std::move(base)};
}

const ScaledMatrix* HeldParameters::find(const ParameterPlan& plan, int rows, int columns) const
{
    const auto found = held_.find(plan.name);
    if (found == held_.end()) {
        if (!rest_)
            throw std::invalid_argument("no values for " + plan.name);
        return nullptr;
    }
    if (found->second.rows() != rows || found->second.columns() != columns)
        throw std::invalid_argument("the values for " + plan.name + " have another shape");
    return &found->second;
}

ScaledMatrix HeldParameters::matrix(const ParameterPlan& plan, const Context& context) const
{
    const ScaledMatrix* held = find(plan, plan.shape.rows(), plan.shape.columns());
    return held ? *held : rest_->matrix(plan, context);
}

Eigen::VectorXf HeldParameters::vector(const ParameterPlan& plan, const Context& context) const
{
    const ScaledMatrix* held = find(plan, 1, plan.shape.rows());
    return held ? Eigen::VectorXf(held->base->entries.row(0).transpose()) : rest_->vector(plan, context);
}

}   // namespace stepzero
