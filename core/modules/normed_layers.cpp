// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/normed_layers.h"

#include "core/modules/channel_norm.h"
#include "core/modules/elementwise.h"
#include "core/modules/linear.h"

namespace stepzero {

NormedLayers::NormedLayers(const NetworkPlan& plan, NormOfLayers norm) : plan_(plan), norm_(norm)
{
    for (const BlockPlan& block : plan.blocks) {
        Sequence& layer = layers_.emplace_back();
        layer.emplace<Linear>(
            LinearSpec {{block.block, "linear"}, *block.find("weight"), *block.find("weight", Role::bias)});
        const Site z {block.block, plan.reading.preactivation};
        const ParameterPlan& scale = *block.find(norm_of_layer, Role::bias);
        if (norm.over_batch)
            layer.emplace<ChannelNorm>(ChannelNormSpec {.site = z, .scale = scale, .epsilon = norm.epsilon});
        else
            layer.emplace<Norm>(NormSpec {.kind = NormKind::layer, .site = z, .scale = scale, .epsilon = norm.epsilon});
        layer.emplace<Elementwise>(Site {block.block, plan.reading.output}, block.activation, true);
    }
}

Signal NormedLayers::forward(Signal input, Pass& pass)
{
    for (Sequence& layer : layers_) {
        input = layer.forward(std::move(input), pass);
        pass.advance(1, tr("forward"));
    }
    return input;
}

Signal NormedLayers::backward(Signal gradient, Pass& pass)
{
    for (std::size_t l = layers_.size(); l-- > 0;) {
        gradient = layers_[l].backward(std::move(gradient), pass);
        pass.advance(1, tr("backward"));
    }
    return gradient;
}

void NormedLayers::list_parameters(std::vector<ParameterPlan>& plans) const
{
    for (const Sequence& layer : layers_)
        layer.list_parameters(plans);
}

// With a = W x + b, â = (a − mean)/s and n units, the derivative of LayerNorm is γ/s (1 − 11ᵀ/n − ââᵀ/n). Its product
// with W is a matrix, so that the layer has one factor as without a norm.
std::vector<JacobianFactor> NormedLayers::jacobian_step(std::size_t i, Point& at, const Pass& pass) const
{
    const BlockPlan& block = plan_.blocks[i];
    const WeightMatrix weights = pass.parameters.entries(*block.find("weight"), pass.context);
    const Eigen::Index units = weights.rows();
    const auto n = double(units);
    Point a {Eigen::VectorXd(units), at.exponent};
    for (Eigen::Index row = 0; row < units; ++row)
        a.numbers(row) = weights.row(row).cast<double>().dot(at.numbers);
    a = sum(a, {pass.parameters.vector(*block.find("weight", Role::bias), pass.context).cast<double>(), 0});

    const NormUnits scale_units(norm_.epsilon, a.exponent);
    a.numbers.array() -= a.numbers.mean();
    const double inverse = scale_units.root(a.numbers.squaredNorm() / n);
    const Eigen::VectorXd unit = a.numbers * inverse,
                          scale
        = pass.parameters.vector(*block.find(norm_of_layer, Role::bias), pass.context).cast<double>();
    const Eigen::RowVectorXd mean = weights.cast<double>().colwise().mean(),
                             along
        = unit.transpose() * weights.cast<double>() * (power_of_two(2 * scale_units.output) / n);
    JacobianFactor factor {.weights = WeightMatrix(units, weights.cols())};
    for (Eigen::Index row = 0; row < units; ++row)
        factor.weights.row(row)
            = ((weights.row(row).cast<double>() - mean - unit(row) * along) * (scale(row) * inverse)).cast<float>();

    const Slopes slopes = activate({unit.cwiseProduct(scale), scale_units.output}, Eigen::VectorXd::Zero(units),
        ActivationFunction(block.activation), at);
    factor.slopes = slopes.numbers;
    factor.exponent = slopes.exponent + scale_units.inverse;
    pass.context.check();
    std::vector<JacobianFactor> factors;
    factors.push_back(std::move(factor));
    return factors;
}

}   // namespace stepzero
