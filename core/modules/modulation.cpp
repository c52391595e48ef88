// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/modulation.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "core/math/activation/activation.h"
#include "core/math/random/stream.h"
#include "core/modules/common_unit.h"

namespace stepzero {

using Eigen::Index;

namespace {

/// Returns SiLU of the conditions.
Tensor activated_conditions(int width, int samples)
{
    static const ActivationFunction silu(Activation {"silu", {}});
    Tensor c = conditions(width, samples);
    Tensor activated(c.rows(), c.cols());
    silu.value(c.data(), activated.data(), c.size());
    return activated;
}

/// Returns the sums over the positions of each sample.
Tensor by_sample(const Tensor& numbers, int positions)
{
    Tensor sums(numbers.rows(), numbers.cols() / positions);
    for (Index sample = 0; sample < sums.cols(); ++sample)
        sums.col(sample)
            = numbers.middleCols(sample * positions, positions).cast<double>().rowwise().sum().cast<float>();
    return sums;
}

/// Returns a∘b, [features, columns].
Signal product(const Signal& a, const Signal& b, const PassContext& context)
{
    Tensor numbers(a.rows(), a.columns());
    const Moments moments = fill_columns(numbers, 1, context, [&](Index first, Index count) {
        numbers.middleCols(first, count)
            = a.numbers.middleCols(first, count).cwiseProduct(b.numbers.middleCols(first, count));
    });
    return make_signal(std::move(numbers), a.exponent + b.exponent, a.positions, moments, context);
}

/// Returns f∘x for factors [features, samples] in units of 2^exponent.
Signal times_factors(Signal x, const Tensor& factors, std::int64_t exponent, const PassContext& context)
{
    const int positions = x.positions;
    const Moments moments = fill_columns(x.numbers, 1, context, [&](Index first, Index count) {
        for (Index c = first; c < first + count; ++c)
            x.numbers.col(c).array() *= factors.col(c / positions).array();
    });
    return make_signal(std::move(x.numbers), x.exponent + exponent, positions, moments, context);
}

/// Returns x + shift, where all positions of a sample share the shift.
Signal shifted(Signal x, const Signal& shift, const PassContext& context)
{
    const CommonUnit unit(x, shift);
    const int positions = x.positions;
    const Moments moments = fill_columns(x.numbers, 2, context, [&](Index first, Index count) {
        for (Index c = first; c < first + count; ++c)
            x.numbers.col(c) = unit.of_a * x.numbers.col(c) + unit.of_b * shift.numbers.col(c / positions);
    });
    return make_signal(std::move(x.numbers), unit.exponent, positions, moments, context);
}

/// 1 + scale, in units of 2^exponent.
struct Scales {
    Tensor numbers;
    std::int64_t exponent;
};

Scales scales_of(const Tensor& scale, std::int64_t exponent)
{
    const std::int64_t unit = std::max<std::int64_t>(0, exponent);
    const float of_scale = float(power_of_two(exponent - unit)), one = float(power_of_two(-unit));
    return {(scale.array() * of_scale + one).matrix(), unit};
}

}   // namespace

Tensor conditions(int width, int samples)
{
    Tensor c(width, samples);
    for (int sample = 0; sample < samples; ++sample)
        fill_normal({.seed = 0, .role = TensorRole::input, .layer = 1}, std::uint32_t(sample), 0, c.col(sample).data(),
            std::size_t(width));
    return c;
}

ConditionMoments condition_moments(int width, int samples)
{
    const Eigen::MatrixXd c = activated_conditions(width, samples).cast<double>();
    const double squares = c.squaredNorm() / width, sum = c.rowwise().sum().squaredNorm() / width, n = samples;
    return {squares / n, samples > 1 ? (sum - squares) / (n * (n - 1)) : 0};
}

Modulated::Modulated(LinearSpec map, std::unique_ptr<Module> function)
    : width_(map.weight.shape.fan_in), map_(map), function_(std::move(function))
{
    if (map.weight.shape.fan_out != (function_ ? 3 : 2) * width_)
        throw std::invalid_argument("the shape of a modulation does not fit its width");
}

Signal Modulated::forward(Signal input, Pass& pass)
{
    const PassContext& context = pass.context;
    const int samples = int(input.columns()) / input.positions;
    modulation_ = map_.forward(make_signal(activated_conditions(width_, samples), 0, 1, context), pass);
    if (pass.backward)
        input_ = input;
    const std::int64_t exponent = modulation_.exponent;
    const Signal shift = make_signal(modulation_.numbers.topRows(width_), exponent, 1, context);
    const Scales scales = scales_of(modulation_.numbers.middleRows(width_, width_), exponent);
    Signal result = shifted(times_factors(std::move(input), scales.numbers, scales.exponent, context), shift, context);
    if (function_) {
        result = function_->forward(std::move(result), pass);
        if (pass.backward)
            output_ = result;
        result = times_factors(std::move(result), modulation_.numbers.bottomRows(width_), exponent, context);
    }
    if (!pass.backward)
        modulation_ = {};
    return result;
}

Signal Modulated::backward(Signal gradient, Pass& pass)
{
    const PassContext& context = pass.context;
    const std::int64_t exponent = modulation_.exponent;
    const int positions = gradient.positions;
    Signal to_gate;
    if (function_) {
        const Signal both = product(gradient, output_, context);
        to_gate = make_signal(by_sample(both.numbers, positions), both.exponent, 1, context);
        gradient = times_factors(std::move(gradient), modulation_.numbers.bottomRows(width_), exponent, context);
        gradient = function_->backward(std::move(gradient), pass);
    }
    const Signal both = product(gradient, input_, context);
    const Signal to_shift = make_signal(by_sample(gradient.numbers, positions), gradient.exponent, 1, context),
                 to_scale = make_signal(by_sample(both.numbers, positions), both.exponent, 1, context);
    const Scales scales = scales_of(modulation_.numbers.middleRows(width_, width_), exponent);
    Signal to_input = times_factors(std::move(gradient), scales.numbers, scales.exponent, context);

    std::vector<const Signal*> parts {&to_shift, &to_scale};
    if (function_)
        parts.push_back(&to_gate);
    std::optional<std::int64_t> unit;
    for (const Signal* part : parts)
        if (!part->zero())
            unit = std::max(unit.value_or(part->exponent), part->exponent);
    Tensor all = Tensor::Zero(modulation_.rows(), to_shift.columns());
    for (std::size_t i = 0; i < parts.size(); ++i)
        if (!parts[i]->zero())
            all.middleRows(Index(i) * width_, width_)
                = float(power_of_two(parts[i]->exponent - *unit)) * parts[i]->numbers;
    modulation_ = input_ = output_ = {};
    map_.backward(make_signal(std::move(all), unit.value_or(0), 1, context), pass);   // a condition is an input
    return to_input;
}

void Modulated::list_parameters(std::vector<ParameterPlan>& plans) const
{
    map_.list_parameters(plans);
    if (function_)
        function_->list_parameters(plans);
}

}   // namespace stepzero
