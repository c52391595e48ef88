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

/// What a study's figures look at. Another focus of the same experiment simulates nothing anew.
struct Focus {
    int layer = 1;   ///< the chosen layer or block; clamped to the network's depth
    /// Of networks made of blocks, the role of the chosen matrix, of a mixture's also "mlp_in.5": that of expert 5
    /// alone.
    /// "" or unknown: the first of a block.
    std::string matrix {};
    std::string comparison {};   ///< of comparison.h; "" or one that does not apply: none
    int step = 0;   ///< of training: the last one kept that is not behind it
    bool operator==(const Focus&) const = default;
};

/// What a next study is to be, with the last one (the preview of the same, or an earlier one), whose results it takes
/// over where nothing that they depend on has changed.
struct StudyRequest {
    Experiment experiment;
    std::uint64_t generation = 0;
    Focus focus {};
    StudyPtr previous {};   ///< may be null
    std::shared_ptr<const NetworkPlan> plan {};   ///< of the experiment's network, where that is made already
    /// Called with what is there already: by full_study() before long spectra are begun (stage: preview), by
    /// theory_study() before the theory of a deep network (stage: theory), and by preview_study() when theory lets
    /// wait. May be empty.
    std::function<void(const StudyPtr&)> interim {};
    std::size_t memory_limit = SimulateOptions::default_memory_limit();   ///< see simulate()
};

/// Roughly how long the singular values of a matrix take, in seconds on a core of 2023 that does 40 GFLOP/s in
/// float64: 0.25 ns for every unit of min² max.
double spectrum_seconds(Shape shape);
/// With that of a convolution as a map of whole samples.
double spectrum_seconds(const ParameterPlan& matrix);
/// And those of the Jacobian of a network of plain layers.
double jacobian_seconds(const NetworkPlan& plan);
/// Spectra that take no longer belong to a preview; and a person waits for no less without the rest first.
inline constexpr double preview_seconds = 0.008, patience_seconds = 0.2;

/// Theory and laws, with nothing measured (Stage::theory): at once for any network, whatever a simulation takes.
StudyPtr theory_study(const StudyRequest& request, StudyCaches& caches, const Context& context);

/// The request's plan, the last study's if that is the same, or a new one. Throws BadInput.
std::shared_ptr<const NetworkPlan> plan_for(const StudyRequest& request, const Context& context);

/// A look at the experiment within milliseconds: on few samples, with those spectra that come for free.
StudyPtr preview_study(const StudyRequest& request, StudyCaches& caches, const Context& context);

/// All that the experiment asks for. Throws what simulate() throws.
StudyPtr full_study(const StudyRequest& request, StudyCaches& caches, const Context& context);

/// Those of several experiments, of generations 1, 2, …, each with what it shares with the one before.
std::vector<StudyPtr> full_studies(
    const std::vector<std::pair<Experiment, Focus>>& all, StudyCaches& caches, const Context& context);

}   // namespace stepzero
