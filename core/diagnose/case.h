// SPDX-License-Identifier: GPL-3.0-or-later
// What every rule is given. Internal to core/diagnose.
#pragma once

#include <functional>

#include "core/base/words/text.h"
#include "core/diagnose/criteria.h"

namespace stepzero {

/// A change that may help.
struct Candidate {
    Text label;
    Experiment stand_in;   ///< what theory is asked about
    std::function<Experiment(NoiseCache&, const Context&)> experiment {};   ///< empty: the stand-in itself
    Text blame {};   ///< of one that mends nothing but a fault of its own: what that is, a sentence
};
Fix fix_of(Candidate candidate);

/// A candidate of which theory knows all layers.
struct Judged {
    Candidate candidate;
    Profile profile;
    bool healthy = false;   ///< none of the criteria is met, not even nearly
    bool harmless = false;   ///< none is met that was not met before
};

struct Case {
    Case(const Symptoms& given, const Context& with);
    /// At a glance, of what theory foresees: with nothing measured yet.
    Case(const Symptoms& given, Profile foreseen, const Context& with);

    const Symptoms& symptoms;
    const Context& context;
    const Experiment& experiment;
    const Network& network;
    const Measurement& measurement;
    const NetworkPlan& plan;
    bool layered;   ///< NetworkKind::layered
    std::vector<ParameterPlan> parameters;   ///< what is outside the blocks, and in the first of them
    Profile profile;   ///< as measured
    bool at_a_glance;   ///< no fixes, nor what single layers are to blame for
    InputMoments input;   ///< as the experiment tells, or else as measured

    /// Of candidates(); worked out when first asked for: a healthy network needs none. Throws Stopped.
    const std::vector<Judged>& judged() const;
    /// Of last_resorts(), likewise; of those that are not healthy no more than that.
    const std::vector<Judged>& last_judged() const;
    /// What theory says of the network as it is, likewise.
    const Profile& expected() const;

private:
    std::vector<Judged> judge(std::vector<Candidate> all, bool only_healthy = false) const;
    Profile predicted(const Experiment& changed, bool differences) const;

    mutable std::optional<std::vector<Judged>> judged_, last_judged_;
    mutable std::optional<Profile> expected_;
};

/// Outside the blocks, and in the first of them, in the order of use.
std::vector<ParameterPlan> parameters_of_one_block(const NetworkPlan& plan);

/// Matrices of the layers, or of parameters_of_one_block(), but for those that are like the one before. Those of c.
std::vector<const ParameterPlan*> unlike_matrices(const Case& c);
/// The layers or blocks that have one like it, as far as they follow one another.
Span span_of(const Case& c, const ParameterPlan& matrix);

/// All that this program knows to change in a network, the plainest first.
std::vector<Candidate> candidates(const Case& c);
/// What is left where none of them makes a network healthy: more width, everything anew.
std::vector<Candidate> last_resorts(const Case& c);

/// Whether something is still wrong in an experiment, its predicted profile at hand.
using StillWrong = std::function<bool(const Experiment&, const Profile&)>;
StillWrong still(Criterion criterion);

/// A fault that theory sees nothing of: it knows all layers, and has them sound.
bool is_chance(const Case& c, const StillWrong& still_wrong);
/// What to blame, if it is one thing: of the first of the candidates with a blame that is enough. Else null.
const Judged* culprit(const Case& c, const StillWrong& still_wrong);

/// The culprit's own, then those of candidates() of which theory says that the fault is gone, and if it can be, all
/// others too; else those that bring no other fault, and last resorts. Biases and weights that theory does not cover
/// are never among them. Throws Stopped.
std::vector<Fix> fixes(const Case& c, const StillWrong& still_wrong);
/// The finding with its fixes, and with the culprit for its cause if there is one.
Finding with_ways_out(const Case& c, Finding finding, const StillWrong& still_wrong);

}   // namespace stepzero
