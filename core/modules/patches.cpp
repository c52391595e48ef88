// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/patches.h"

#include <stdexcept>

#include "core/modules/similarity.h"
#include "core/modules/table.h"

namespace stepzero {

using Eigen::Index;

Patches::Patches(PatchesSpec spec)
    : site_(std::move(spec.site)), class_(std::move(spec.class_token)), positions_(std::move(spec.positions)),
      patch_(std::move(spec.patch)), tokens_(patch_.window().positions_out() + first())
{
    if (positions_ && positions_->shape.fan_out != tokens_)
        throw std::invalid_argument("positions are not as many as tokens");
}

Signal Patches::forward(Signal input, Pass& pass)
{
    const Signal patches = patch_.forward(std::move(input), pass);
    std::optional<ScaledMatrix> of_class, positions;
    std::int64_t exponent = patches.exponent;
    for (const auto& [plan, table] : {std::pair(&class_, &of_class), {&positions_, &positions}})
        if (*plan) {
            *table = drawn_table(**plan, pass);
            exponent = std::max(exponent, (*table)->exponent);
        }
    const auto unit = float(power_of_two(patches.exponent - exponent));
    const Index inside = tokens_ - first();
    Tensor sum(patches.rows(), patches.columns() / inside * tokens_);
    const Moments moments = fill_columns(sum, 2, pass.context, [&](Index begin, Index count) {
        for (Index c = begin; c < begin + count; ++c) {
            auto to = sum.col(c);
            const Index token = c % tokens_;
            if (token >= first())
                to = unit * patches.numbers.col(c / tokens_ * inside + token - first());
            else
                to.setZero();
            if (token < first())
                add_row(to, *of_class, 0, exponent);
            if (positions)
                add_row(to, *positions, token, exponent);
        }
    });
    Signal output = make_signal(std::move(sum), exponent, tokens_, moments, pass.context);
    pass.value(site_, output);
    if (const auto similarity = token_similarity(output, pass.context))
        pass.recorder.number(site_, Quantity::similarity, *similarity);
    return output;
}

Signal Patches::backward(Signal gradient, Pass& pass)
{
    pass.gradient(site_, gradient);
    if (pass.trains() && class_)
        give_table_gradient(
            *class_, 1, gradient, [&](Index c) { return c % tokens_ == 0 ? 0 : -1; }, pass);
    if (pass.trains() && positions_)
        give_table_gradient(
            *positions_, 1, gradient, [&](Index c) { return c % tokens_; }, pass);
    const Index inside = tokens_ - first();
    Tensor of_patches(gradient.rows(), gradient.columns() / tokens_ * inside);
    const Moments moments = fill_columns(of_patches, 1, pass.context, [&](Index begin, Index count) {
        for (Index c = begin; c < begin + count; ++c)
            of_patches.col(c) = gradient.numbers.col(c / inside * tokens_ + c % inside + first());
    });
    return patch_.backward(
        make_signal(std::move(of_patches), gradient.exponent, int(inside), moments, pass.context), pass);
}

void Patches::list_parameters(std::vector<ParameterPlan>& plans) const
{
    patch_.list_parameters(plans);
    for (const auto& plan : {class_, positions_})
        if (plan)
            plans.push_back(*plan);
}

Signal FirstToken::forward(Signal input, Pass& pass)
{
    Tensor first(input.rows(), input.columns() / tokens_);
    const Moments moments = fill_columns(first, 1, pass.context, [&](Index begin, Index count) {
        for (Index c = begin; c < begin + count; ++c)
            first.col(c) = input.numbers.col(c * tokens_);
    });
    Signal output = make_signal(std::move(first), input.exponent, 1, moments, pass.context);
    pass.value(site_, output);
    return output;
}

Signal FirstToken::backward(Signal gradient, Pass& pass)
{
    pass.gradient(site_, gradient);
    Tensor all = Tensor::Zero(gradient.rows(), gradient.columns() * tokens_);
    for (Index c = 0; c < gradient.columns(); ++c)
        all.col(c * tokens_) = gradient.numbers.col(c);
    return make_signal(std::move(all), gradient.exponent, tokens_, pass.context);
}

}   // namespace stepzero
