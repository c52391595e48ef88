// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/normed_layers.h"

#include <cmath>

#include "core/modules/channel_norm.h"
#include "core/modules/elementwise.h"
#include "core/modules/linear.h"

namespace stepzero {

namespace {

/// Returns the vector w of the reflection 1 − 2wwᵀ/|w|² that takes a unit vector to a multiple of the first axis.
Eigen::VectorXd reflector(Eigen::VectorXd unit)
{
    unit(0) += std::copysign(1.0, unit(0));
    return unit;
}

/// Returns an orthonormal basis, as columns, of the vectors whose entries sum to 0. The first one is along `direction`,
/// which sums to 0, unless that is 0.
Eigen::MatrixXd basis_of_sum_0(const Eigen::VectorXd& direction)
{
    using Eigen::Index;
    const Index n = direction.size();
    const Eigen::VectorXd w = reflector(Eigen::VectorXd::Constant(n, 1 / std::sqrt(double(n))));
    Eigen::MatrixXd basis
        = (Eigen::MatrixXd::Identity(n, n) - 2 / w.squaredNorm() * w * w.transpose()).rightCols(n - 1);
    if (direction.isZero(0))
        return basis;
    const Eigen::VectorXd turn = reflector((basis.transpose() * direction).normalized());
    basis -= 2 / turn.squaredNorm() * (basis * turn) * turn.transpose();
    return basis;
}

}   // namespace

void add_unit_norm(Sequence& to, UnitNorm norm, const BlockPlan& block, const Site& z)
{
    const ParameterPlan& scale = *block.find(norm_of_layer, Role::bias);
    if (norm == UnitNorm::batch)
        to.emplace<ChannelNorm>(ChannelNormSpec {.site = z, .scale = scale, .epsilon = unit_norm_epsilon});
    else
        to.emplace<Norm>(NormSpec {.kind = NormKind::layer, .site = z, .scale = scale, .epsilon = unit_norm_epsilon});
}

NormedLayers::NormedLayers(const NetworkPlan& plan) : plan_(plan)
{
    for (const BlockPlan& block : plan.blocks) {
        Sequence& layer = add_layer();
        const UnitNorm norm = plan.layers.at(size() - 1).norm;
        const Site z {block.block, plan.reading.preactivation};
        layer.emplace<Linear>(LinearSpec {norm == UnitNorm::none ? z : Site {block.block, "linear"},
            *block.find("weight"), *block.find("weight", Role::bias)});
        if (norm != UnitNorm::none)
            add_unit_norm(layer, norm, block, z);
        layer.emplace<Elementwise>(Site {block.block, plan.reading.output}, block.activation, true);
    }
}

std::size_t NormedLayers::jacobian_steps() const
{
    return unit_norms(plan_.network).contains(UnitNorm::batch) ? 0 : size();
}

// With a = W x + b and â = (a − mean)/√v, the derivative of LayerNorm with n units is γ/s (1 − 11ᵀ/n − k ââᵀ/n), s² = v
// + ε, k = v/s². In an orthonormal basis Q of the vectors of sum 0 that begins with â, it is γ/s Q diag(1 − k, 1, …, 1)
// Qᵀ. As one matrix, it would lose its smallest singular values to rounding. For the same reason, Qᵀ is the sum of two
// matrices of float32, which are next to each other and read two copies of W x: 1 and â must not come through.
std::vector<JacobianFactor> NormedLayers::jacobian_step(std::size_t i, Point& at, const Pass& pass) const
{
    const BlockPlan& block = plan_.blocks[i];
    if (plan_.layers[i].norm == UnitNorm::none)
        return {factor_behind(pass.parameters.entries(*block.find("weight"), pass.context),
            pass.parameters.vector(*block.find("weight", Role::bias), pass.context).cast<double>(),
            ActivationFunction(block.activation), at, pass.context)};
    std::vector<JacobianFactor> factors(1);
    WeightMatrix& weights = factors.front().weights = pass.parameters.entries(*block.find("weight"), pass.context);
    const Eigen::Index units = weights.rows();
    factors.front().slopes = Eigen::VectorXd::Ones(units);
    Point a {Eigen::VectorXd(units), at.exponent};
    for (Eigen::Index row = 0; row < units; ++row)
        a.numbers(row) = weights.row(row).cast<double>().dot(at.numbers);
    a = sum(a, {pass.parameters.vector(*block.find("weight", Role::bias), pass.context).cast<double>(), 0});

    const NormUnits norm(unit_norm_epsilon, a.exponent);
    a.numbers.array() -= a.numbers.mean();
    const double inverse = norm.root(a.numbers.squaredNorm() / double(units));
    const Eigen::VectorXd scale
        = pass.parameters.vector(*block.find(norm_of_layer, Role::bias), pass.context).cast<double>();
    const Slopes slopes = activate({a.numbers.cwiseProduct(scale) * inverse, norm.output}, Eigen::VectorXd::Zero(units),
        ActivationFunction(block.activation), at);
    pass.context.check();
    if (units == 1) {   // a norm of one unit is always 0
        factors.front().slopes.setZero();
        return factors;
    }
    const Eigen::MatrixXd basis = basis_of_sum_0(a.numbers);
    Eigen::VectorXd kept = Eigen::VectorXd::Ones(units - 1);
    if (!a.numbers.isZero(0))
        kept(0) = norm.least * inverse * inverse;   // 1 − k
    const WeightMatrix rounded = basis.transpose().cast<float>();
    WeightMatrix reading(units - 1, 2 * units), twice(2 * units, weights.cols());
    reading << rounded, (basis.transpose() - rounded.cast<double>()).cast<float>();
    twice << weights, weights;
    factors.front() = {.weights = std::move(twice), .slopes = Eigen::VectorXd::Ones(2 * units)};
    factors.push_back({.weights = std::move(reading), .slopes = std::move(kept)});
    factors.push_back({.weights = basis.cast<float>(),
        .slopes = slopes.numbers.cwiseProduct(scale) * inverse,
        .exponent = slopes.exponent + norm.inverse});
    return factors;
}

}   // namespace stepzero
