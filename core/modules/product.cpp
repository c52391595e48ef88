// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/product.h"

namespace stepzero {

DrawnProduct::DrawnProduct(
    Left left, const ScaledMatrix& w, const Eigen::Ref<const Tensor>& x, Eigen::VectorXf bias, Eigen::Ref<Tensor> y)
    : product_(left, w.base->entries.transpose(), x, y, w.scale), y_(y), bias_(std::move(bias)),
      parts_(std::size_t(product_.tiles()))
{
    if (w.shift != 0)
        sums_ = w.shift * x.cast<double>().colwise().sum().cast<float>();
}

void DrawnProduct::tile(int i, const Context& context) { finish(i, product_.tile(i, context)); }

Moments DrawnProduct::run(const Context& context)
{
    product_.run(context, [this](int i, const Block& block) { finish(i, block); });
    return moments();
}

void DrawnProduct::finish(int i, const Block& block)
{
    MomentAccumulator moments;
    for (int column = 0; column < block.columns; ++column) {
        auto y = y_.col(block.column + column).segment(block.row, block.rows).array();
        if (sums_.size() != 0)
            y += sums_(block.column + column);
        if (bias_.size() != 0)
            y += bias_.segment(block.row, block.rows).array();
        moments.add(y.data(), std::size_t(block.rows));
    }
    parts_[std::size_t(i)] = moments.moments();
}

SumTerms sum_terms(const ScaledMatrix& w, std::int64_t exponent, const Eigen::VectorXf& bias)
{
    const SumUnits units = sum_units(exponent + w.exponent, bias.size() == 0 ? 0 : bias.cwiseAbs().maxCoeff());
    SumTerms terms {w, bias * float(units.bias), units.exponent};
    terms.weight.scale = float(w.scale * units.product);
    terms.weight.shift = float(w.shift * units.product);
    return terms;
}

Signal product(const ScaledMatrix& w, const Signal& x, const Eigen::VectorXf& bias, const PassContext& context)
{
    const SumTerms terms = sum_terms(w, x.exponent, bias);
    Tensor y(w.rows(), x.columns());
    const Moments moments = DrawnProduct(Left::transposed, terms.weight, x.numbers, terms.bias, y).run(context);
    return make_signal(std::move(y), terms.exponent, x.positions, moments, context);
}

Signal transposed_product(const ScaledMatrix& w, const Signal& g, const PassContext& context)
{
    Tensor y(w.columns(), g.columns());
    const Moments moments = DrawnProduct(Left::plain, w, g.numbers, {}, y).run(context);
    return make_signal(std::move(y), g.exponent + w.exponent, g.positions, moments, context);
}

}   // namespace stepzero
