// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/theory/jacobian_factors.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <tuple>
#include <utility>

#include "core/base/words/nan.h"
#include "core/network/init/scheme.h"
#include "core/theory/log_sum.h"

namespace stepzero {

namespace {

constexpr std::size_t most_groups = 16;
constexpr double finest_bin = 0.15;   // width in ln q within which distributions hardly differ except in their means

/// The contribution of a layer; widths are in units of the number of singular values.
struct LayerFactor {
    std::size_t unit = 0;   // index in JacobianFactors::units_
    double bias_mean = 0, ln_q = 0;
    double rows = 1;
    double ln_chi = 0;   // NaN when the prediction's double left its range
};

struct JacobianUnit {
    explicit JacobianUnit(const Activation& named) : activation(named), phi(named), rough(roughness(phi)) { }
    Activation activation;
    ActivationFunction phi;
    Roughness rough;
};

/// Converts the layers `first` to `last` to an equation.
class JacobianFactors {
public:
    /// Adds a layer; `n` is the number of singular values. Returns false when its weights have no equation.
    bool add(const LayerPlan& layer, const Prediction& prediction, bool first, bool last, double n)
    {
        // Convolutions need identical positions, so that each frequency is a separate matrix of the channels.
        if (!prediction.covers(layer.layer) || !layer.window.uniform() || layer.window.groups > 1
            || layer.pooling != Pooling::none)
            return false;
        const Shape shape = layer.shape();
        const Draw draw = draw_of(layer.weight, shape, Role::weight);
        const double variance = prediction.preactivation(layer.layer, Quantity::weight_variance)->value;
        const bool orthogonal = draw.base->haar();
        if (orthogonal && draw.base->tap.receptive != layer.window.receptive())
            return false;   // orthogonal as a matrix, but not as the map of whole samples
        if (!draw.base->free)
            return false;
        const double rows = layer.units() / n, columns = layer.inputs() / n;
        if (orthogonal) {
            const double rank = std::min(rows, columns);
            equation_.origin += 2 * std::log(std::abs(draw.scale));
            equation_.widths[rank] += 1;
            equation_.widths[rows] -= 1;
            equation_.free_dimension += rank - rows;
        } else {
            equation_.origin += std::log(variance / columns);
            equation_.widths[columns] += 1;
            equation_.orthogonal = false;
        }
        if (!last) {
            equation_.power += 1;
            equation_.widths[rows] -= 1;
            equation_.free_dimension -= rows;
        }
        equation_.rank = std::min({first ? infinity : equation_.rank, rows, columns});

        LayerFactor factor;
        factor.unit = unit(layer.activation);
        factor.bias_mean = law_of(draw_of(layer.bias, shape, Role::bias), shape, Role::bias).mean;
        factor.rows = rows;
        double ln_q = 2 * *prediction.preactivation(layer.layer, Quantity::rms)->ln;
        if (factor.bias_mean != 0)
            ln_q += std::log1p(-std::min(1.0, std::exp(2 * std::log(std::abs(factor.bias_mean)) - ln_q)));
        factor.ln_q = ln_q;
        const double chi = prediction.preactivation(layer.layer, Quantity::chi)->value;
        const bool ordinary = chi < infinity && chi > 1e-300;
        factor.ln_chi = ordinary ? std::log(chi / variance) : std::numeric_limits<double>::quiet_NaN();
        factors_.push_back(factor);
        return true;
    }

    /// Groups layers whose ln q and widths lie in the same bin, as finely as the number of groups allows. The
    /// distribution of a group is that at the mean ln q, but every layer keeps its own mean.
    JacobianEquation grouped(const Context& context)
    {
        using Key = std::tuple<std::size_t, double, double, double>;
        struct Bin {
            double count = 0, ln_q = 0, rows = 0, fewest = infinity;
            std::vector<const LayerFactor*> members;
        };
        std::map<Key, Bin> bins;
        std::size_t before = 0;
        for (double width = 0.005;; width *= 2) {
            bins.clear();
            for (const LayerFactor& factor : factors_) {
                const double ln_q = worked_out(factor);
                const double size = width < 4 * finest_bin ? factor.rows : std::floor(std::log(factor.rows) / width);
                Bin& bin = bins[{factor.unit, factor.bias_mean, std::floor(ln_q / width), size}];
                bin.count += 1;
                bin.ln_q += ln_q;
                bin.rows += factor.rows;
                bin.fewest = std::min(bin.fewest, factor.rows);
                bin.members.push_back(&factor);
            }
            context.check();
            if (bins.size() <= most_groups || (width > 10 && bins.size() == before))
                break;
            before = bins.size();
        }
        double fewest = infinity;
        for (const auto& [key, bin] : bins)
            fewest = std::min(fewest, bin.fewest);
        for (const auto& [key, bin] : bins) {
            context.check();
            const LayerFactor& one = *bin.members.front();
            const JacobianUnit& unit = units_[one.unit];
            SlopeLaw law(unit.phi, unit.rough, one.bias_mean, std::exp(bin.ln_q / bin.count));
            for (const LayerFactor* factor : bin.members)
                equation_.origin += std::isfinite(factor->ln_chi) ? factor->ln_chi : law.log_mean() + beyond(*factor);
            // The narrowest layer limits the rank.
            const double rows = bin.fewest == fewest ? fewest : bin.rows / bin.count;
            equation_.groups.push_back({std::move(law), rows, bin.count});
            equation_.rank = std::min(equation_.rank, equation_.groups.back().rank());
        }
        for (const JacobianGroup& group : equation_.groups)
            if (group.rank() <= equation_.rank * (1 + 1e-12))
                equation_.order_at_rank += group.count;
        std::erase_if(equation_.widths, [](const auto& entry) { return entry.second == 0; });
        for (const auto& [width, exponent] : equation_.widths)
            if (width <= equation_.rank * (1 + 1e-12))
                equation_.order_at_rank += exponent;
        return std::move(equation_);
    }

private:
    std::size_t unit(const Activation& activation)
    {
        for (std::size_t i = units_.size(); i-- > 0;)
            if (units_[i].activation == activation)
                return i;
        units_.emplace_back(activation);
        return units_.size() - 1;
    }

    /// Returns by how much ln φ'² changes between ln q and the ln q for which the distribution is computed.
    double beyond(const LayerFactor& factor) const
    {
        const Limits& limits = units_[factor.unit].phi.limits();
        if (factor.ln_q == -infinity)
            return 0;
        if (limits.homogeneous && factor.bias_mean == 0)
            return (limits.degree - 1) * factor.ln_q;
        const double over = std::max(0.0, factor.ln_q - largest_ln_square);
        return limits.bounded ? 0 : (limits.degree - 1) * over;
    }

    /// Returns the ln q for which a distribution is computed. A homogeneous φ has a single distribution.
    double worked_out(const LayerFactor& factor) const
    {
        if (factor.ln_q == -infinity)
            return -infinity;
        if (units_[factor.unit].phi.limits().homogeneous && factor.bias_mean == 0)
            return 0;
        return std::clamp(factor.ln_q, -largest_ln_square, largest_ln_square);
    }

    std::vector<JacobianUnit> units_;
    std::vector<LayerFactor> factors_;
    JacobianEquation equation_;
};

}   // namespace

std::optional<JacobianEquation> jacobian_equation(
    const NetworkPlan& plan, const Prediction& prediction, int first, int last, const Context& context)
{
    if (last > int(plan.layers.size()))
        return std::nullopt;   // the layers are not plain
    JacobianFactors factors;
    for (int l = first; l <= last; ++l)
        if (!factors.add(plan.layers[std::size_t(l - 1)], prediction, l == first, l == last,
                std::min(plan.block(first).features_in, plan.block(last).features_out)))
            return std::nullopt;
    return factors.grouped(context);
}

}   // namespace stepzero
