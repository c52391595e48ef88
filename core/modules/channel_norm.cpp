// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/channel_norm.h"

#include <stdexcept>

namespace stepzero {

namespace {

using Eigen::Index;

/// Returns the sums of term(sample, column) over the columns of each sample: [channels, samples]. Throws Stopped.
template <class Term>
Eigen::MatrixXd sums_of_samples(const Tensor& tensor, int positions, const Context& context, const Term& term)
{
    const Index samples = tensor.cols() / positions;
    Eigen::MatrixXd sums = Eigen::MatrixXd::Zero(tensor.rows(), samples);
    for_tiles(samples, 1, 4.0 * double(tensor.size()), context, [&](Index sample, Index) {
        for (Index c = sample * positions; c < (sample + 1) * positions; ++c)
            sums.col(sample) += term(sample, c).matrix();
    });
    return sums;
}

}   // namespace

ChannelNorm::ChannelNorm(ChannelNormSpec spec) : spec_(std::move(spec))
{
    if (spec_.groups < 0)
        throw std::invalid_argument("a norm of channels has a negative number of groups");
}

/// Converts sums over the positions of each sample to means over everything that is normalized together.
Eigen::MatrixXd ChannelNorm::means(Eigen::MatrixXd sums, int positions) const
{
    if (spec_.groups == 0) {
        const Eigen::VectorXd mean = sums.rowwise().sum() / (double(sums.cols()) * positions);
        sums.colwise() = mean;
        return sums;
    }
    const Index channels = sums.rows() / spec_.groups;
    for (Index sample = 0; sample < sums.cols(); ++sample)
        for (Index group = 0; group < spec_.groups; ++group) {
            auto own = sums.col(sample).segment(group * channels, channels);
            own.setConstant(own.sum() / (double(channels) * positions));
        }
    return sums;
}

Signal ChannelNorm::forward(Signal input, Pass& pass)
{
    scale_ = drawn_scale(spec_.scale, 1, input.rows(), pass);
    const NormUnits units(spec_.epsilon, input.exponent);
    exponent_ = units.output;
    inverse_exponent_ = units.inverse;
    const int positions = input.positions;
    Tensor& numbers = input.numbers;
    const auto column = [&](Index c) { return numbers.col(c).array().cast<double>(); };
    const Eigen::MatrixXd mean = means(
        sums_of_samples(numbers, positions, pass.context, [&](Index, Index c) { return column(c); }), positions);
    const Eigen::MatrixXd variance
        = means(sums_of_samples(numbers, positions, pass.context,
                    [&](Index sample, Index c) { return (column(c) - mean.col(sample).array()).square(); }),
            positions);
    inverse_ = variance.unaryExpr([&](double v) { return units.root(v); });
    for_columns(numbers, 6, pass.context, [&](Index first, Index count) {
        for (Index c = first; c < first + count; ++c) {
            const Index sample = c / positions;
            numbers.col(c)
                = ((column(c) - mean.col(sample).array()) * inverse_.col(sample).array()).cast<float>().matrix();
        }
    });
    bring_to_units(inverse_, inverse_exponent_);
    if (pass.backward)
        normalized_ = numbers;
    input.exponent = exponent_;
    Signal output = times_scale(std::move(input), scale_, pass.context);
    pass.value(spec_.site, output);
    return output;
}

// As for LayerNorm, over everything that is normalized together: (ĝ − mean(ĝ) − x̂·mean(ĝ∘x̂))/√(… + ε), ĝ = γ∘g.
Signal ChannelNorm::backward(Signal gradient, Pass& pass)
{
    pass.gradient(spec_.site, gradient);
    const int positions = gradient.positions;
    const double square_unit = power_of_two(2 * exponent_);   // unit of x̂·x̂
    Tensor& numbers = gradient.numbers;
    const auto column = [&](Index c) { return numbers.col(c).array().cast<double>(); };
    const auto unit = [&](Index c) { return normalized_.col(c).array().cast<double>(); };
    Eigen::MatrixXd along
        = sums_of_samples(numbers, positions, pass.context, [&](Index, Index c) { return column(c) * unit(c); });
    Eigen::MatrixXd mean = sums_of_samples(numbers, positions, pass.context, [&](Index, Index c) { return column(c); });
    if (spec_.scale && pass.trains())
        pass.gradients->add(
            *spec_.scale, along.rowwise().sum().transpose().cast<float>(), gradient.exponent + exponent_, pass.context);
    const Eigen::VectorXd scale
        = scale_.size() == 0 ? Eigen::VectorXd::Ones(numbers.rows()) : Eigen::VectorXd(scale_.cast<double>());
    along = means(scale.asDiagonal() * along, positions) * square_unit;
    mean = means(scale.asDiagonal() * mean, positions);
    const Moments moments = fill_columns(numbers, 8, pass.context, [&](Index first, Index count) {
        for (Index c = first; c < first + count; ++c) {
            const Index s = c / positions;
            numbers.col(c) = ((column(c) * scale.array() - mean.col(s).array() - unit(c) * along.col(s).array())
                * inverse_.col(s).array())
                                 .cast<float>()
                                 .matrix();
        }
    });
    normalized_.resize(0, 0);
    return make_signal(std::move(numbers), gradient.exponent + inverse_exponent_, positions, moments, pass.context);
}

void ChannelNorm::list_parameters(std::vector<ParameterPlan>& plans) const
{
    if (spec_.scale)
        plans.push_back(*spec_.scale);
}

}   // namespace stepzero
