// SPDX-License-Identifier: GPL-3.0-or-later
// Studies with theory for tests of figures: a synthetic measurement with real maps.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "core/kinds/tokens.h"
#include "tests/widgets/sample_study.h"

namespace stepzero {

struct TheorySample {
    std::string activation = "tanh";
    Variances variances {1.3, 0.05};
    int depth = 16;
    int cells = 60;   ///< cells of the map in each direction
    bool depth_scales = true;
    double angle = 60;
    double decorrelation_spread = 0.1;   ///< spread of the theoretical distribution, relative to the prediction; 0:
                                         ///< none
    int replicas = 1;
    std::uint64_t generation = 1;
};

/// Returns the theory of an activation, which is computed once.
inline const PhaseTheory& phaseTheory(const std::string& activation)
{
    static std::map<std::string, std::unique_ptr<PhaseTheory>> all;
    auto& theory = all[activation];
    if (!theory)
        theory = std::make_unique<PhaseTheory>(Activation {activation, {}}, Context());
    return *theory;
}

/// Returns a mutable study, for tests that remove parts.
inline std::shared_ptr<Study> theoryStudy(const TheorySample& s = {})
{
    auto study
        = std::make_shared<Study>(*sampleStudy({.depth = s.depth, .replicas = s.replicas, .generation = s.generation}));
    Network& network = study->experiment.network;
    network.activation = {s.activation, {}};
    network.width = 256;
    study->experiment.measure.correlation_angle = s.angle;
    study->experiment = with_variances(study->experiment, s.variances);
    const auto plan = std::make_shared<const NetworkPlan>(plan_of(network));
    study->plan = plan;
    study->matrix = *plan->block(study->layer).find(plan->reading.weight);

    const PhaseTheory& theory = phaseTheory(plan->block(1).activation.name);
    auto view = std::make_shared<TheoryView>();
    view->layer = study->layer;
    view->variances = s.variances;
    const double q_1 = s.variances.weight + s.variances.bias;
    view->fixed_point = theory.mean_field().fixed_point(s.variances, q_1);
    view->phase = std::make_shared<const PhaseMap>(
        theory.map(theory.range_with(s.variances), s.cells, s.cells, s.depth_scales, Context()));
    view->landmarks = landmarks({network.width, network.width});
    view->length = length_map(theory.mean_field(), s.variances, q_1, s.depth);
    const double c_0 = std::cos(s.angle / 180 * std::numbers::pi);
    if (const auto& angles = view->fixed_point.angles)
        view->correlation = correlation_map(theory.mean_field(), angles->variances, angles->q,
            (s.variances.weight * c_0 + s.variances.bias) / q_1, s.depth, Context());
    study->theory = view;
    study->gains = std::make_shared<const Gains>(gains(theory.mean_field(), 1));

    auto prediction
        = std::make_shared<Prediction>(predict(study->experiment, *plan, whole_extent(study->experiment), Context()));
    prediction->fixed_point = view->fixed_point;
    auto measurement = std::make_shared<Measurement>(*study->measurement);
    for (int l = 1; l <= plan->depth(); ++l) {
        if (!prediction->preactivation(l, Quantity::decorrelation))
            continue;
        Predicted& predicted = predictedOf(*prediction, l, plan->reading.preactivation, Quantity::decorrelation);
        const double d = predicted.value;
        if (s.decorrelation_spread > 0)
            predicted.spread = s.decorrelation_spread * d;
        else
            predicted.spread.reset();
        preactivationOf(*measurement, l).set(Quantity::decorrelation, d * (1 + 0.08 * std::sin(2.3 * double(l - 1))));
        if (!measurement->spread.empty())
            measurement->spread[std::size_t(l)].at(plan->reading.preactivation).set(Quantity::decorrelation, 0.06 * d);
    }
    study->prediction = prediction;
    study->measurement = measurement;
    return study;
}

}   // namespace stepzero
