// SPDX-License-Identifier: GPL-3.0-or-later
// From an Experiment to a Study.
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "core/simulate/simulate.h"
#include "core/study/caches.h"
#include "core/study/study.h"

namespace stepzero {

/// What a study's figures look at. Another focus of the same experiment simulates nothing again.
struct Focus {
    int layer = 1;   ///< the chosen layer or block; clamped to the network's depth
    /// The role of the chosen matrix of a network made of blocks; "mlp_in.5" is that of expert 5 alone. The first of a
    /// block if it is empty or unknown.
    std::string matrix {};
    std::string comparison {};   ///< a name of comparisons(); none if it is empty or does not apply
    int step = 0;   ///< the training step; what is shown is the last one kept up to it
    bool operator==(const Focus&) const = default;
};

/// What a study is asked for, and the last one (the preview of the same, or an earlier one), whose parts it takes over
/// while their keys are equal.
struct StudyRequest {
    Experiment experiment;
    std::uint64_t generation = 0;
    Focus focus {};
    StudyPtr previous {};   ///< may be null
    PlanPart plan {};   ///< absent: not made yet
    /// Called with what is there already: by full_study() before long spectra are begun (stage: preview), by
    /// theory_study() before the theory of a deep network (stage: theory), and by preview_study() when theory lets
    /// wait. May be empty.
    std::function<void(const StudyPtr&)> interim {};
    std::size_t memory_limit = SimulateOptions::default_memory_limit();   ///< see simulate()
};

/// Theory and laws, with nothing measured (Stage::theory): at once for any network, whatever a simulation takes.
StudyPtr theory_study(const StudyRequest& request, StudyCaches& caches, const Context& context);

/// The experiment's plan: the request's, the last study's, or a new one. Throws BadInput.
PlanPart plan_of(const StudyRequest& request, const Context& context);

/// A look at the experiment within milliseconds: on few samples, with those spectra that come for free.
StudyPtr preview_study(const StudyRequest& request, StudyCaches& caches, const Context& context);

/// All that the experiment asks for. Throws what simulate() throws.
StudyPtr full_study(const StudyRequest& request, StudyCaches& caches, const Context& context);

/// Those of several experiments, of generations 1, 2, …, each with what it shares with the one before.
std::vector<StudyPtr> full_studies(
    const std::vector<std::pair<Experiment, Focus>>& all, StudyCaches& caches, const Context& context);

}   // namespace stepzero
