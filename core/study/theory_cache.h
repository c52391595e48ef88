// SPDX-License-Identifier: GPL-3.0-or-later
// Theory that outlives a study: tables and phase diagrams of the last few activations, predictions of the last few
// experiments.
#pragma once

#include <list>
#include <memory>
#include <mutex>

#include "core/network/experiment/experiment.h"
#include "core/network/plan.h"
#include "core/theory/phase_map.h"
#include "core/theory/prediction.h"

namespace stepzero {

/// Safe to use from several threads; what is kept is the same as what would be made anew.
class TheoryCache {
public:
    std::shared_ptr<const PhaseTheory> theory(const Activation& activation, const Context& context);

    /// The phase diagram over a range, for an input of such a mean square: whole, or, where that is not known yet, a
    /// coarse one without depth scales.
    std::shared_ptr<const PhaseMap> quick_map(
        const PhaseTheory& theory, PhaseRange range, double input_square, const Context& context);
    std::shared_ptr<const PhaseMap> whole_map(
        const PhaseTheory& theory, PhaseRange range, double input_square, const Context& context);

    /// Of an experiment with so much input: predict().
    std::shared_ptr<const Prediction> prediction(
        const Experiment& experiment, const NetworkPlan& plan, Extent extent, const Context& context);

private:
    struct KnownPrediction {
        Experiment experiment;
        std::shared_ptr<const GivenWeights> given;
        Extent extent;
        std::shared_ptr<const Prediction> prediction;
    };
    std::shared_ptr<const PhaseMap> known_map(const PhaseTheory& theory, PhaseRange range, double input_square);

    std::mutex mutex_;
    std::list<std::shared_ptr<const PhaseTheory>> theories_;   // most recently used first
    std::list<std::shared_ptr<const PhaseMap>> maps_;   // the whole ones
    std::list<std::shared_ptr<const KnownPrediction>> predictions_;
};

}   // namespace stepzero
