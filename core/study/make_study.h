// SPDX-License-Identifier: GPL-3.0-or-later
// Makes a Study from an Experiment: simulates the network, adds theory and spectra, and diagnoses it. There are three
// degrees of completeness: theory alone, a quick preview, and the full study.
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "core/simulate/simulate.h"
#include "core/study/caches.h"
#include "core/study/study.h"

namespace stepzero {

/// The part of an experiment that the figures show. A change of focus repeats no simulation.
struct Focus {
    int layer = 1;   ///< the chosen layer or block; clamped to the network's depth
    /// Role of the chosen matrix in a network made of blocks; "mlp_in.5" is the matrix of expert 5 alone. An empty or
    /// unknown role stands for the first matrix of the block.
    std::string matrix {};
    std::string comparison {};   ///< a name of comparisons(); none if it is empty or does not apply
    int step = 0;   ///< the training step; figures show the last kept step up to it
    double q = 1;   ///< variance of the preactivations at which Study::gains holds; above 0
    bool operator==(const Focus&) const = default;
};

/// Everything that a study is made from. It reuses the parts of the previous study whose keys are equal.
struct StudyRequest {
    Experiment experiment;
    std::uint64_t generation = 0;
    Focus focus {};
    StudyPtr previous {};   ///< the preview of the same experiment, or an earlier study; may be null
    PlanPart plan {};   ///< absent: not made yet
    /// Receives incomplete studies. full_study() calls it before slow parts and during training, in Stage::preview.
    /// theory_study() calls it before the theory of a deep network, and preview_study() when theory is late. May be
    /// empty.
    std::function<void(const StudyPtr&)> interim {};
    std::size_t memory_limit = SimulateOptions::default_memory_limit();   ///< see simulate()
};

/// Makes a study of theory alone, without any measurement (Stage::theory). It is fast for every network, however long a
/// simulation would take.
StudyPtr theory_study(const StudyRequest& request, StudyCaches& caches, const Context& context);

/// Returns the plan of the experiment: that of the request, that of the previous study, or a new one. Throws BadInput.
PlanPart plan_of(const StudyRequest& request, const Context& context);

/// Makes a preview within milliseconds, from few samples and with only the spectra that are cheap (Stage::preview).
StudyPtr preview_study(const StudyRequest& request, StudyCaches& caches, const Context& context);

/// Makes the complete study that the experiment specifies. Throws what simulate() throws.
StudyPtr full_study(const StudyRequest& request, StudyCaches& caches, const Context& context);

/// Makes full studies of several experiments, with generations 1, 2, …. Each reuses the parts of the one before.
std::vector<StudyPtr> full_studies(
    const std::vector<std::pair<Experiment, Focus>>& all, StudyCaches& caches, const Context& context);

}   // namespace stepzero
