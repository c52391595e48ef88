// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/theory/jacobian_law.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "core/base/words/nan.h"
#include "core/modules/normed_layers.h"
#include "core/theory/jacobian_density.h"
#include "core/theory/jacobian_factors.h"

namespace stepzero {

namespace {

constexpr double largest_ln_mean = 1e9;   // beyond, doubles do not resolve ln λ

/// The atoms other than zero. They come from eigenspaces of each factor. Eigenspaces in independent position intersect
/// in the sum of their dimensions minus that of the surrounding spaces.
class JacobianAtoms {
public:
    explicit JacobianAtoms(const JacobianEquation& equation) : equation_(equation)
    {
        if (!equation.orthogonal)
            return;
        best_.assign(equation.groups.size() + 1, 0);
        for (std::size_t j = equation.groups.size(); j-- > 0;) {
            double share = 0;
            for (const SlopeLaw::Atom& atom : equation.groups[j].law.atoms())
                share = std::max(share, atom.share);
            best_[j] = best_[j + 1] + equation.groups[j].count * equation.groups[j].rows * share;
        }
        choose(0, equation.free_dimension, 0);
    }
    const std::vector<JacobianAtom>& all() const { return atoms_; }

private:
    void choose(std::size_t j, double dimension, double ln_lambda)
    {
        constexpr double least = 1e-9;
        if (dimension + best_[j] <= least || atoms_.size() >= 64)
            return;
        if (j == equation_.groups.size()) {
            const auto same = std::find_if(atoms_.begin(), atoms_.end(),
                [&](const JacobianAtom& atom) { return std::abs(atom.ln_lambda - ln_lambda) < 1e-9; });
            if (same == atoms_.end())
                atoms_.push_back({ln_lambda, dimension});
            else
                same->mass += dimension;
            return;
        }
        const JacobianGroup& group = equation_.groups[j];
        for (const SlopeLaw::Atom& atom : group.law.atoms())
            choose(j + 1, dimension + group.count * group.rows * atom.share,
                ln_lambda + group.count * std::log(atom.value));
    }

    const JacobianEquation& equation_;
    std::vector<double> best_;   // the most that the groups from here on can add
    std::vector<JacobianAtom> atoms_;
};

bool unbounded_slope(const LayerPlan& layer) { return ActivationFunction(layer.activation).limits().degree > 1; }

}   // namespace

std::optional<SpectrumLaw> jacobian_law(
    const NetworkPlan& plan, const Prediction& prediction, int first, int last, const Context& context)
{
    if (unit_norms(plan.network) != std::set {UnitNorm::none})
        return std::nullopt;   // free probability has no factor for a norm
    const std::optional<JacobianEquation> found = jacobian_equation(plan, prediction, first, last, context);
    if (!found)
        return std::nullopt;
    const JacobianEquation& equation = *found;
    SpectrumLaw law;
    if (!(equation.origin > -infinity) || equation.rank <= 0) {
        law.zero = 1;
        law.log10_mean_square = -infinity;
        return law;
    }
    if (!(std::abs(equation.origin) < largest_ln_mean))
        return std::nullopt;
    const JacobianEquation::Moments moments = equation.moments();
    law.log10_mean_square = (equation.origin + moments.ln_mean) / std::numbers::ln10;
    law.relative_variance = moments.relative_variance;
    law.zero = 1 - equation.rank;
    const JacobianAtoms atoms(equation);
    double continuous = equation.rank;
    for (const JacobianAtom& atom : atoms.all()) {
        law.atoms.push_back({equation.log10_s(atom.ln_lambda), atom.mass});
        continuous -= atom.mass;
    }
    const double upper = equation.upper_edge(context);
    const auto from = plan.layers.begin() + (first - 1), to = plan.layers.begin() + last;
    if (std::none_of(from, to, unbounded_slope))
        law.log10_upper_edge = equation.log10_s(upper);
    if (continuous > 1e-9)
        law.density = jacobian_density(equation, atoms.all(), upper, continuous, context);
    return law;
}

}   // namespace stepzero
