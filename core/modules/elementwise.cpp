// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/elementwise.h"

#include "core/modules/output_counts.h"

namespace stepzero {

using Eigen::Index;

namespace {

/// Writes φ'(z)∘g times 2^lift to `result`, with slopes of type Slope.
template <class Slope>
Moments with_slopes(const ScaledActivation<Slope>& phi, const Tensor& z, const Tensor& g, int lift,
    const Context& context, Tensor& result)
{
    const auto factor = Slope(power_of_two(lift));
    return fill_columns(result, 20, context, [&](Index first, Index count) {
        Eigen::Array<Slope, Eigen::Dynamic, 1> at(z.rows()), slope(z.rows());
        for (Index c = first; c < first + count; ++c) {
            at = z.col(c).array().template cast<Slope>();
            phi.derivative(at.data(), slope.data(), at.size());
            // Slopes are multiplied first: a scaled number may be out of range, and many slopes are zero.
            result.col(c) = (g.col(c).array().template cast<Slope>() * (slope * factor)).template cast<float>();
        }
    });
}

}   // namespace

Signal Elementwise::forward(Signal input, Pass& pass)
{
    const ScaledActivation<float> phi(phi_, input.exponent);
    const OutputCounter counter(phi_, phi, input.exponent);
    Tensor x(input.rows(), input.columns());
    std::vector<OutputCounts> parts(counted_ ? std::size_t(x.cols()) : 0);   // one per tile, stored at its first column
    const Moments moments = fill_columns(x, 20, pass.context, [&](Index first, Index count) {
        phi.value(input.numbers.col(first).data(), x.col(first).data(), count * x.rows());
        if (!counted_)
            return;
        OutputCounts& part = parts[std::size_t(first)];
        part.alive.assign(std::size_t(x.rows()), 0);
        for (Index c = first; c < first + count; ++c)
            counter.add(input.numbers.col(c).data(), x.col(c).data(), part);
    });
    if (counted_) {
        OutputCounts all {.columns = double(x.cols())};
        for (const OutputCounts& part : parts)
            all.join(part);
        all.tell(pass.recorder, site_);
    }
    Signal output = make_signal(std::move(x), phi.value_exponent(), input.positions, moments, pass.context);
    if (pass.backward)
        input_ = std::move(input);
    if (!site_.role.empty())
        pass.value(site_, output);
    return output;
}

Signal Elementwise::backward(Signal gradient, Pass& pass)
{
    if (!site_.role.empty())
        pass.gradient(site_, gradient);
    const ScaledActivation<float> phi(phi_, input_.exponent);
    Tensor result(gradient.rows(), gradient.columns());
    Moments moments = with_slopes(phi, input_.numbers, gradient.numbers, 0, pass.context, result);
    // When every unit is saturated, φ' itself leaves the range of float, so float64 is tried.
    int lift = 0;
    while (!gradient.zero() && moments.largest_magnitude() < 0x1p-100 && lift < 1000) {
        lift += 200;
        moments = with_slopes(ScaledActivation<double>(phi_, input_.exponent), input_.numbers, gradient.numbers, lift,
            pass.context, result);
    }
    input_ = {};
    return make_signal(std::move(result), gradient.exponent + phi.derivative_exponent() - lift, gradient.positions,
        moments, pass.context);
}

}   // namespace stepzero
