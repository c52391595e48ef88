// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/norm.h"

#include "core/modules/linear.h"
#include "core/modules/scaled.h"

namespace stepzero {

Eigen::VectorXf drawn_scale(const std::optional<ParameterPlan>& scale, double factor, Eigen::Index features, Pass& pass)
{
    Eigen::VectorXf drawn;
    if (scale) {
        drawn = pass.parameters.vector(*scale, pass.context);
        pass.recorder.parameter(*scale, {});
    } else if (factor != 1) {
        drawn.setOnes(features);
    }
    if (factor != 1)
        drawn *= float(factor);
    return drawn;
}

Signal times_scale(Signal input, const Eigen::VectorXf& scale, const PassContext& context)
{
    Tensor& numbers = input.numbers;
    const Moments moments = fill_columns(numbers, 1, context, [&](Eigen::Index first, Eigen::Index count) {
        if (scale.size() != 0)
            numbers.middleCols(first, count).array().colwise() *= scale.array();
    });
    return make_signal(std::move(numbers), input.exponent, input.positions, moments, context);
}

void bring_to_units(Eigen::Ref<Eigen::MatrixXd> inverse, std::int64_t& exponent)
{
    const std::int64_t shift = normalizing_shift(inverse.size() == 0 ? 0 : inverse.maxCoeff(), exponent);
    inverse *= power_of_two(-shift);
    exponent += shift;
}

Norm::Norm(NormSpec spec) : spec_(std::move(spec)), tanh_(Activation {"tanh", {}}) { }

Signal Norm::forward(Signal input, Pass& pass)
{
    scale_ = drawn_scale(spec_.scale, spec_.factor, input.rows(), pass);
    Signal output = spec_.kind == NormKind::dyt ? squashed(std::move(input), pass) : normalized(std::move(input), pass);
    if (spec_.shift)
        output = shifted(std::move(output), pass);
    pass.value(spec_.site, output);
    return output;
}

Signal Norm::normalized(Signal input, Pass& pass)
{
    const NormUnits units(spec_.epsilon, input.exponent);
    exponent_ = units.output;
    inverse_exponent_ = units.inverse;
    inverse_.resize(input.columns());
    const auto n = double(input.rows());
    Tensor& numbers = input.numbers;
    for_columns(numbers, 10, pass.context, [&](Eigen::Index first, Eigen::Index count) {
        Eigen::ArrayXd x;
        for (Eigen::Index c = first; c < first + count; ++c) {
            x = numbers.col(c).array().cast<double>();
            if (spec_.kind == NormKind::layer)
                x -= x.sum() / n;
            inverse_[c] = units.root(x.square().sum() / n);
            numbers.col(c) = (x * inverse_[c]).cast<float>();
        }
    });
    bring_to_units(inverse_, inverse_exponent_);
    if (pass.backward)
        normalized_ = numbers;
    input.exponent = exponent_;
    return times_scale(std::move(input), scale_, pass.context);
}

Moments shift_columns(Tensor& numbers, std::int64_t exponent, const Eigen::VectorXf& shift, const PassContext& context)
{
    const auto unit = float(power_of_two(exponent));
    return fill_columns(numbers, 2, context, [&](Eigen::Index first, Eigen::Index count) {
        numbers.middleCols(first, count) = (numbers.middleCols(first, count) * unit).colwise() + shift;
    });
}

/// Adds β. The result is in units of β, which remains where the rest is far below it.
Signal Norm::shifted(Signal input, Pass& pass) const
{
    const Eigen::VectorXf shift = pass.parameters.vector(*spec_.shift, pass.context);
    pass.recorder.parameter(*spec_.shift, {});
    if (shift.isZero(0))
        return input;
    Tensor& numbers = input.numbers;
    const Moments moments = shift_columns(numbers, input.exponent, shift, pass.context);
    return make_signal(std::move(numbers), 0, input.positions, moments, pass.context);
}

Signal Norm::squashed(Signal input, Pass& pass)
{
    exponent_ = input.exponent;
    const ScaledActivation<float> phi(tanh_, exponent_);
    Tensor& numbers = input.numbers;
    numbers *= float(spec_.alpha);
    if (pass.backward)
        normalized_ = numbers;
    for_columns(numbers, 20, pass.context, [&](Eigen::Index first, Eigen::Index count) {
        float* x = numbers.col(first).data();
        phi.value(x, x, count * numbers.rows());
    });
    input.exponent = phi.value_exponent();
    return times_scale(std::move(input), scale_, pass.context);
}

// The gradient of DyT is α γ∘φ'(αx)∘g.
Signal Norm::back_through_squash(Signal gradient, Pass& pass)
{
    const ScaledActivation<float> phi(tanh_, exponent_);
    Tensor& numbers = gradient.numbers;
    if (spec_.scale && pass.trains()) {
        Eigen::RowVectorXd of_scale = Eigen::RowVectorXd::Zero(numbers.rows());
        Eigen::VectorXf x(numbers.rows());
        for (Eigen::Index c = 0; c < numbers.cols(); ++c) {
            phi.value(normalized_.col(c).data(), x.data(), x.size());
            of_scale += numbers.col(c).cast<double>().cwiseProduct(x.cast<double>()).transpose();
        }
        pass.gradients->add(*spec_.scale, (spec_.factor * of_scale).cast<float>(),
            gradient.exponent + phi.value_exponent(), pass.context);
    }
    const Moments moments = fill_columns(numbers, 20, pass.context, [&](Eigen::Index first, Eigen::Index count) {
        Eigen::ArrayXf slope(numbers.rows());
        for (Eigen::Index c = first; c < first + count; ++c) {
            phi.derivative(normalized_.col(c).data(), slope.data(), slope.size());
            numbers.col(c).array() *= float(spec_.alpha) * slope;
            if (scale_.size() != 0)
                numbers.col(c).array() *= scale_.array();
        }
    });
    normalized_.resize(0, 0);
    return make_signal(
        std::move(numbers), gradient.exponent + phi.derivative_exponent(), gradient.positions, moments, pass.context);
}

// With x̂ the normalized column and ĝ = γ∘g: (ĝ − mean(ĝ) − x̂·mean(ĝ∘x̂))/√(… + ε); RMSNorm has no mean(ĝ).
Signal Norm::backward(Signal gradient, Pass& pass)
{
    pass.gradient(spec_.site, gradient);
    if (spec_.shift && pass.trains())
        give_bias_gradient(*spec_.shift, gradient, pass);
    if (spec_.kind == NormKind::dyt)
        return back_through_squash(std::move(gradient), pass);
    const auto n = double(gradient.rows());
    const double square_unit = power_of_two(2 * exponent_);   // unit of x̂·x̂
    Tensor& numbers = gradient.numbers;
    if (spec_.scale && pass.trains()) {
        Eigen::RowVectorXd of_scale = Eigen::RowVectorXd::Zero(numbers.rows());
        for (Eigen::Index c = 0; c < numbers.cols(); ++c)
            of_scale += numbers.col(c).cast<double>().cwiseProduct(normalized_.col(c).cast<double>()).transpose();
        pass.gradients->add(
            *spec_.scale, (spec_.factor * of_scale).cast<float>(), gradient.exponent + exponent_, pass.context);
    }
    const Moments moments = fill_columns(numbers, 15, pass.context, [&](Eigen::Index first, Eigen::Index count) {
        Eigen::ArrayXd g, x;
        for (Eigen::Index c = first; c < first + count; ++c) {
            g = numbers.col(c).array().cast<double>();
            if (scale_.size() != 0)
                g *= scale_.array().cast<double>();
            x = normalized_.col(c).array().cast<double>();
            const double along = (g * x).sum() / n * square_unit;
            const double mean = spec_.kind == NormKind::layer ? g.sum() / n : 0;
            numbers.col(c) = ((g - mean - x * along) * inverse_[c]).cast<float>();
        }
    });
    normalized_.resize(0, 0);
    return make_signal(
        std::move(numbers), gradient.exponent + inverse_exponent_, gradient.positions, moments, pass.context);
}

void Norm::list_parameters(std::vector<ParameterPlan>& plans) const
{
    if (spec_.scale)
        plans.push_back(*spec_.scale);
    if (spec_.shift)
        plans.push_back(*spec_.shift);
}

}   // namespace stepzero
