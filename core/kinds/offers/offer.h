// SPDX-License-Identifier: GPL-3.0-or-later
// What a kind of network can change where something is wrong with one: of the diagnosis, which asks for them, they know
// what Complaint says. Each kind puts its own together (NetworkKind::offers), the plainest first.
#pragma once

#include <string>
#include <vector>

#include "core/experiment/experiment.h"
#include "core/network/plan.h"

namespace stepzero {

/// A change, and the experiment with it.
struct Offer {
    std::string label;   ///< for people: "norm before the head"
    Experiment experiment;
    std::string blame {};   ///< what was wrong, a sentence, where the change mends that and no more
};

/// What is known to be wrong with a network.
struct Complaint {
    bool starved_norm = false;   ///< the ε of its norms outweighs the variances that they read
    std::string norm_scale {};   ///< of its norms' scale, a sentence; empty: nothing
};

/// An experiment whose network has an option changed.
Experiment with_option(const Experiment& experiment, const std::string& name, const ParameterValue& value);
/// ... has a role filled as told.
Experiment with_role(const Experiment& experiment, const std::string& role, const Initializer& initializer);

/// Whether there is an input that is not standardized, and can be.
bool can_be_standard(const Input& input);
Experiment with_standard_input(Experiment experiment);
Offer standard_input_offer(const Experiment& experiment);   ///< precondition: it can be

/// The offers of one network, put together.
class OfferList {
public:
    OfferList(const Experiment& experiment, const NetworkPlan& plan) : e_(experiment), plan_(plan) { }

    const Experiment& now() const { return e_; }
    const Network& network() const { return e_.network; }
    std::vector<Offer> all() && { return std::move(all_); }

    void add(std::string label, Experiment experiment, std::string blame = {});
    void add_option(std::string label, const std::string& name, const ParameterValue& value);
    /// A multiplier to 1, if the network has it and it is not.
    void add_multiplier(const std::string& name, const std::string& label);
    /// Roles filled with a normal distribution of this σ, unless they have that σ and no mean: another distribution of
    /// the same moments mends nothing. The label shows the first role that changes.
    void add_std(const std::string& label, double std, const std::vector<std::string>& roles);
    void add_standard_input();

private:
    Law law_of_role(const std::string& role) const;

    const Experiment& e_;
    const NetworkPlan& plan_;
    std::vector<Offer> all_;
};

}   // namespace stepzero
