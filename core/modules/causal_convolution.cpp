// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/causal_convolution.h"

#include "core/modules/linear.h"
#include "core/modules/product.h"

namespace stepzero {

using Eigen::Index;

namespace {

Tensor entries(const ScaledMatrix& w) { return (w.scale * w.base->entries.array() + w.shift).matrix(); }

/// Calls body(tap, column of x) for each term of the output at a column.
template <class Body>
void for_taps(Index column, Index positions, Index taps, const Body& body)
{
    const Index place = column % positions;
    for (Index tap = std::max<Index>(0, taps - 1 - place); tap < taps; ++tap)
        body(tap, column - (taps - 1) + tap);
}

}   // namespace

Signal CausalConvolution::forward(Signal input, Pass& pass)
{
    const Affine own = drawn(spec_.weight, spec_.bias ? &*spec_.bias : nullptr, pass);
    const SumTerms terms = sum_terms(own.weight, input.exponent, own.bias);
    const Tensor kernel = entries(terms.weight);
    Tensor z(input.rows(), input.columns());
    const Moments moments = fill_columns(z, 2.0 * double(kernel.cols()), pass.context, [&](Index first, Index count) {
        for (Index column = first; column < first + count; ++column) {
            auto to = z.col(column);
            if (terms.bias.size() == 0)
                to.setZero();
            else
                to = terms.bias;
            for_taps(column, input.positions, kernel.cols(),
                [&](Index tap, Index from) { to += kernel.col(tap).cwiseProduct(input.numbers.col(from)); });
        }
    });
    Signal output = make_signal(std::move(z), terms.exponent, input.positions, moments, pass.context);
    pass.value(spec_.site, output);
    if (pass.trains())
        input_ = std::move(input);
    return output;
}

Signal CausalConvolution::backward(Signal gradient, Pass& pass)
{
    pass.gradient(spec_.site, gradient);
    if (pass.trains()) {
        give_gradients(gradient, pass);
        input_ = {};
    }
    const ScaledMatrix weight = pass.parameters.matrix(spec_.weight, pass.context);
    const Tensor kernel = entries(weight);
    const Index taps = kernel.cols(), positions = gradient.positions;
    Tensor result(gradient.rows(), gradient.columns());
    const Moments moments = fill_columns(result, 2.0 * double(taps), pass.context, [&](Index first, Index count) {
        for (Index column = first; column < first + count; ++column) {
            auto to = result.col(column);
            to.setZero();
            const Index left = positions - column % positions;   // columns of the sequence from here on
            for (Index ahead = 0; ahead < std::min(taps, left); ++ahead)
                to += kernel.col(taps - 1 - ahead).cwiseProduct(gradient.numbers.col(column + ahead));
        }
    });
    return make_signal(
        std::move(result), gradient.exponent + weight.exponent, gradient.positions, moments, pass.context);
}

void CausalConvolution::give_gradients(const Signal& gradient, const Pass& pass) const
{
    const Index taps = spec_.weight.shape.columns();
    Eigen::MatrixXd of_weight = Eigen::MatrixXd::Zero(gradient.rows(), taps);
    for (Index column = 0; column < gradient.columns(); ++column)
        for_taps(column, gradient.positions, taps, [&](Index tap, Index from) {
            of_weight.col(tap) += gradient.numbers.col(column).cwiseProduct(input_.numbers.col(from)).cast<double>();
        });
    pass.gradients->add(spec_.weight, of_weight.cast<float>(), gradient.exponent + input_.exponent, pass.context);
    if (spec_.bias)
        give_bias_gradient(*spec_.bias, gradient, pass);
}

void CausalConvolution::list_parameters(std::vector<ParameterPlan>& plans) const
{
    plans.push_back(spec_.weight);
    if (spec_.bias)
        plans.push_back(*spec_.bias);
}

}   // namespace stepzero
