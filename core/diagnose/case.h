// SPDX-License-Identifier: GPL-3.0-or-later
// The input of every rule: symptoms, profile, and candidate changes with their predicted profiles. Internal to
// core/diagnose.
#pragma once

#include <functional>

#include "core/base/words/text.h"
#include "core/diagnose/criteria.h"

namespace stepzero {

/// A change that may fix a network.
struct Candidate {
    Text label;
    Experiment stand_in;   ///< experiment that theory predicts
    std::function<Experiment(NoiseCache&, const Context&)> experiment {};   ///< empty: the stand-in itself
    Text blame {};   ///< sentence about the fault, for a candidate that fixes a single fault only
};
Fix fix_of(Candidate candidate);
/// Returns the label of a fix that was simulated rather than predicted.
Text simulated_label(const Text& label);

/// A candidate whose layers are all predicted, or else simulated.
struct Judged {
    Candidate candidate;
    Profile profile;
    bool healthy = false;   ///< meets no criterion, not even nearly
    bool harmless = false;   ///< meets no criterion that was not met before
};

struct Case {
    /// Makes a case from a measurement. Without a cache, it has neither fixes nor causes in single layers.
    Case(const Symptoms& given, NoiseCache* cache, const Context& with);
    /// Makes a case from the prediction only, without a measurement, fixes or causes in single layers.
    Case(const Symptoms& given, Profile foreseen, const Context& with);

    const Symptoms& symptoms;
    const Context& context;
    const Experiment& experiment;
    const Network& network;
    const Measurement& measurement;
    const NetworkPlan& plan;
    bool layered;   ///< NetworkKind::layered
    std::vector<ParameterPlan> parameters;   ///< outside of the blocks, and in the first one
    Profile profile;   ///< as measured
    bool at_a_glance;   ///< neither fixes nor causes in single layers
    InputMoments input;   ///< stated by the experiment, or else measured

    /// Returns candidates(), judged on first use, because a healthy network needs none. Throws Stopped.
    const std::vector<Judged>& judged() const;
    /// Returns last_resorts(), judged on first use. Differences between inputs are predicted only for those that are
    /// otherwise healthy.
    const std::vector<Judged>& last_judged() const;
    /// Returns the predicted profile of the unchanged network, computed on first use.
    const Profile& expected() const;
    /// Returns the profile of a changed network, from a simulation with few samples and the experiment's own seed.
    /// Absent if it does not fit into what remains of the time for all simulations of this case. Throws Stopped.
    std::optional<Profile> simulated(const Experiment& changed) const;
    /// Returns why no candidate fixes a problem, as a sentence.
    Text reason_unfixed() const;

private:
    /// Predicts what candidates do, or else simulates it: the only place that decides which.
    std::vector<Judged> judge(std::vector<Candidate> all, bool only_healthy = false) const;
    Profile predicted(const Experiment& changed, bool differences) const;
    /// Returns whether a simulation fits into what remains of the time for all of them, which it then takes.
    bool affords(const Experiment& changed, const NetworkPlan& of, Extent extent) const;
    bool follows_differences() const;   ///< inputs become indistinguishable, so candidates are judged by that as well

    NoiseCache* cache_ = nullptr;
    mutable std::optional<std::vector<Judged>> judged_, last_judged_;
    mutable std::optional<Profile> expected_;
    mutable double operations_left_ = 0;   // for all simulations
    mutable bool too_random_ = false, too_long_ = false;   // a candidate was not judged, for this reason
};

/// Returns the parameters outside of the blocks, and in one of them, in order of use.
std::vector<ParameterPlan> parameters_with_block(const NetworkPlan& plan, int block);

/// Returns the matrices of the layers, or those outside of the blocks and in the first one, without those identical to
/// the previous one. Where expressions of initializers depend on the block, they include matrices of further blocks
/// whose initializers differ from those in the block before. They belong to `c`.
std::vector<const ParameterPlan*> unlike_matrices(const Case& c);
/// Returns the range of consecutive layers or blocks that have an identical matrix.
Span span_of(const Case& c, const ParameterPlan& matrix);

/// Returns all known changes of a network, simplest first.
std::vector<Candidate> candidates(const Case& c);
/// Returns fallbacks when no candidate works: a wider network, or complete re-initialization.
std::vector<Candidate> last_resorts(const Case& c);

/// Returns whether an experiment still has a problem, given its predicted profile.
using StillWrong = std::function<bool(const Experiment&, const Profile&)>;
StillWrong still(Criterion criterion);

/// Returns whether a problem is random: theory covers all layers and predicts no problem.
bool is_chance(const Case& c, const StillWrong& still_wrong);
/// Returns the single cause, if there is one: the first candidate with a `blame` that suffices to fix the problem. Else
/// null.
const Judged* culprit(const Case& c, const StillWrong& still_wrong);

/// Returns the finding with changes that fix it, healthy if possible; the culprit's fix comes first. For a
/// random problem, healthy last resorts take precedence. If there are none, returns changes that add no new problem,
/// and last resorts. Throws Stopped.
Finding with_fixes(const Case& c, Finding finding, const StillWrong& still_wrong);
/// Does the same, with the culprit as the finding's cause if there is one.
Finding with_ways_out(const Case& c, Finding finding, const StillWrong& still_wrong);

}   // namespace stepzero
