// SPDX-License-Identifier: GPL-3.0-or-later
// What every rule is given. Internal to core/diagnose.
#pragma once

#include <functional>

#include "core/diagnose/criteria.h"

namespace stepzero {

/// A change that may help.
struct Candidate {
    std::string label;
    Experiment stand_in;   ///< what theory is asked about
    std::function<Experiment(NoiseCache&, const Context&)> experiment {};   ///< empty: the stand-in itself
};
Fix fix_of(Candidate candidate);

/// A candidate of which theory knows all layers.
struct Judged {
    Candidate candidate;
    Profile profile;
    bool healthy = false;   ///< none of the criteria is met
};

struct Case {
    Case(const Symptoms& given, const Context& with);

    const Symptoms& symptoms;
    const Context& context;
    const Experiment& experiment;
    const Network& network;
    const Measurement& measurement;
    const NetworkPlan& plan;
    bool layered;   ///< NetworkKind::layered
    std::vector<ParameterPlan> parameters;   ///< what is outside the blocks, and in the first of them
    Profile profile;   ///< as measured
    InputMoments input;   ///< as the experiment tells, or else as measured

    /// Worked out when first asked for: a healthy network needs none. Throws Stopped.
    const std::vector<Judged>& judged() const;

private:
    mutable std::optional<std::vector<Judged>> judged_;
};

/// Outside the blocks, and in the first of them, in the order of use.
std::vector<ParameterPlan> parameters_of_one_block(const NetworkPlan& plan);

/// All that this program knows to change in a network, the plainest first.
std::vector<Candidate> candidates(const Case& c);

/// Whether something is still wrong in an experiment, its predicted profile at hand.
using StillWrong = std::function<bool(const Experiment&, const Profile&)>;
StillWrong still(Criterion criterion);

/// Those of candidates() of which theory says that the fault is gone, and if it can be, all others too. Biases and
/// weights that theory does not cover are never among them. Throws Stopped.
std::vector<Fix> fixes(const Case& c, const StillWrong& still_wrong);

}   // namespace stepzero
