// SPDX-License-Identifier: GPL-3.0-or-later
// A cache of theory that outlives a study, because edits rarely change all of it. It keeps tables, gains and phase
// diagrams of the last few activations, and predictions of the last few experiments.
#pragma once

#include <list>
#include <memory>
#include <mutex>

#include "core/network/experiment/experiment.h"
#include "core/network/plan.h"
#include "core/theory/gains.h"
#include "core/theory/phase_map.h"
#include "core/theory/prediction.h"

namespace stepzero {

/// Safe to use from several threads. A cached result is identical to a newly computed one. All functions throw Stopped.
class TheoryCache {
public:
    std::shared_ptr<const PhaseTheory> theory(const Activation& activation, const Context& context);

    /// Returns the gains of an activation at the variance q > 0.
    std::shared_ptr<const Gains> gains(const Activation& activation, double q, const Context& context);

    /// Returns the phase diagram over a range, for an input with the given mean square. quick_map() returns a coarse
    /// one without depth scales unless the whole one is cached.
    std::shared_ptr<const PhaseMap> quick_map(
        const PhaseTheory& theory, PhaseRange range, double input_square, const Context& context);
    std::shared_ptr<const PhaseMap> whole_map(
        const PhaseTheory& theory, PhaseRange range, double input_square, const Context& context);

    /// Returns predict() for an experiment with this many samples and tokens.
    std::shared_ptr<const Prediction> prediction(
        const Experiment& experiment, const NetworkPlan& plan, Extent extent, const Context& context);

private:
    struct KnownGains {
        Activation activation;
        double q;
        std::shared_ptr<const Gains> gains;
    };
    struct KnownPrediction {
        Experiment experiment;
        std::shared_ptr<const GivenWeights> given;
        Extent extent;
        std::shared_ptr<const Prediction> prediction;
    };
    std::shared_ptr<const PhaseMap> known_map(const PhaseTheory& theory, PhaseRange range, double input_square);

    std::mutex mutex_;
    std::list<std::shared_ptr<const PhaseTheory>> theories_;   // most recently used first
    std::list<std::shared_ptr<const KnownGains>> gains_;
    std::list<std::shared_ptr<const PhaseMap>> maps_;   // only whole maps
    std::list<std::shared_ptr<const KnownPrediction>> predictions_;
};

}   // namespace stepzero
