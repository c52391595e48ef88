// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/theory/layer_laws.h"

#include <algorithm>
#include <boost/math/quadrature/gauss.hpp>
#include <cmath>

#include "core/network/init/scheme.h"

namespace stepzero {

namespace {

/// Returns E[(x − mean)⁴]/variance² − 3.
double excess_kurtosis(const Draw& draw, const Law& law, Shape shape)
{
    if (!(law.variance > 0))
        return 0;
    if (const auto known = law.density ? draw.base->kurtosis(shape) : std::nullopt)
        return *known - 3;
    const double deviation = std::sqrt(law.variance), reach = 10 * deviation;
    const auto fourth = [&](double x) { return std::pow((x - law.mean) / deviation, 4); };
    double sum = 0;
    for (const Law::Atom& atom : law.atoms)
        sum += atom.probability * fourth(atom.value);
    if (law.density)
        sum += boost::math::quadrature::gauss<double, 30>::integrate(
            [&](double x) { return fourth(x) * law.density(x); }, std::max(law.low, law.mean - reach),
            std::min(law.high, law.mean + reach));
    return sum - 3;
}

bool same_law(const LayerPlan& a, const LayerPlan& b)
{
    return a.fan_in == b.fan_in && a.fan_out == b.fan_out && a.window == b.window && a.activation == b.activation
        && a.weight == b.weight && a.bias == b.bias;
}

}   // namespace

LayerLaws::LayerLaws(const std::vector<LayerPlan>& plan)
{
    laws_.reserve(plan.size());
    for (std::size_t l = 0; l < plan.size(); ++l)
        laws_.push_back(l > 0 && same_law(plan[l], plan[l - 1]) ? laws_.back() : law(plan[l]));
    for (std::size_t l = plan.size(); l-- > 0;)
        laws_[l].alike = l + 1 < plan.size() && same_law(plan[l], plan[l + 1]) ? laws_[l + 1].alike + 1 : 1;
}

LayerLaw LayerLaws::law(const LayerPlan& layer)
{
    const Shape shape = layer.shape();
    const Draw draw = draw_of(layer.weight, shape, Role::weight);
    const Law weight = law_of(draw, shape, Role::weight);
    const Law bias = law_of(draw_of(layer.bias, shape, Role::bias), shape, Role::bias);
    LayerLaw result;
    result.unit = unit(layer.activation);
    result.variances = {layer.terms() * weight.variance, bias.variance};
    result.weight_std = std::sqrt(weight.variance);
    result.bias_mean = bias.mean;
    // The common part of a unit's signal has about terms·mean² of its variance; below rounding it is ignored.
    result.covered = weight.mean == 0 || layer.terms() * weight.mean * weight.mean <= 1e-12 * weight.variance;
    result.independent = draw.base->dependence == Dependence::independent;
    if (draw.base->tap.receptive > 1)
        result.one_tap = draw.base->tap.centre;
    // A kernel that is orthogonal as a matrix is not orthogonal as the map of whole samples, nor is one on a coarse
    // grid.
    result.orthogonal
        = draw.base->haar() && !on_coarse_grid(draw, weight) && (layer.window.receptive() == 1 || result.one_tap);
    result.bias_excess = excess_kurtosis(draw_of(layer.bias, shape, Role::bias), bias, shape);
    if (result.independent)
        result.weight_excess = excess_kurtosis(draw, weight, shape);
    return result;
}

const LayerUnit* LayerLaws::unit(const Activation& activation)
{
    for (const auto& known : units_)
        if (known->activation == activation)
            return known.get();
    return units_.emplace_back(std::make_unique<LayerUnit>(activation)).get();
}

}   // namespace stepzero
