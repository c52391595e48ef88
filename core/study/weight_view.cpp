// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/weight_view.h"

#include <cmath>

#include "core/study/study.h"

namespace stepzero {

namespace {

/// Adds a point with y = 0 at each end of a curve that ends above 0, so that a vertical line is drawn there.
Curve with_walls(Curve curve)
{
    if (curve.x.empty())
        return curve;
    if (curve.y.front() > 0) {
        curve.x.insert(curve.x.begin(), curve.x.front());
        curve.y.insert(curve.y.begin(), 0);
    }
    if (curve.y.back() > 0) {
        curve.x.push_back(curve.x.back());
        curve.y.push_back(0);
    }
    return curve;
}

}   // namespace

WeightView weight_view(int layer, Law law, const Distribution& sample)
{
    WeightView view;
    view.layer = layer;
    view.sample = sample;
    view.law = std::move(law);
    constexpr double sigmas = 4.5;   // a normal distribution has one entry in 150000 beyond
    const double std = std::sqrt(view.law.variance);
    const double low = sample.count > 0 ? sample.min : std::max(view.law.low, view.law.mean - sigmas * std);
    const double high = sample.count > 0 ? sample.max : std::min(view.law.high, view.law.mean + sigmas * std);
    if (view.law.density && high > low) {
        // Extend a little beyond the histogram, but not beyond the support, where the density drops to 0.
        const double margin = 0.05 * (high - low);
        const double from = std::max(low - margin, view.law.low), to = std::min(high + margin, view.law.high);
        constexpr int points = 161;
        for (int i = 0; i < points && from < to; ++i) {
            const double x = i == points - 1 ? to : from + (to - from) * i / (points - 1);
            const double y = view.law.density(x);
            if (!std::isfinite(y))   // a pole
                continue;
            view.density.x.push_back(x);
            view.density.y.push_back(y);
        }
        view.density = with_walls(std::move(view.density));
    }
    if (view.law.atoms.empty() && sample.count > 0)
        view.estimate = with_walls(density_estimate(sample, 161));
    return view;
}

WeightView weight_view(const Study& study, NoiseCache& noise, const Context& context)
{
    const ParameterPlan& matrix = study.matrix;
    const Law law = law_of(draw_of(matrix), matrix.shape, matrix.kind);
    if (study.stage == Stage::theory)
        return weight_view(study.layer, law, {});
    if (!study.one_expert)
        if (const Distribution* sample = study.measurement->block(matrix.block).weight(matrix.role))
            return weight_view(study.layer, law, *sample);
    // The measurement lacks matrices that a lost signal never reached.
    const NetworkParameters parameters(*study.plan, study.experiment.seed, 0, noise);
    return weight_view(study.layer, law, parameters.matrix(matrix, context).distribution());
}

}   // namespace stepzero
