// SPDX-License-Identifier: GPL-3.0-or-later
// An offer is a change to a network that may fix what the diagnosis found wrong with it. Each kind of network lists its
// own offers (NetworkKind::offers), the simplest first. Complaint holds all that they know of the diagnosis.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/base/words/text.h"
#include "core/network/experiment/experiment.h"
#include "core/network/plan.h"

namespace stepzero {

/// A change and the experiment after it.
struct Offer {
    Text label;   ///< display name: "Add a norm before the head"
    Experiment experiment;
    Text blame {};   ///< the cause as a sentence, if the change fixes exactly that
};

/// The problems of a network that the diagnosis has found.
struct Complaint {
    bool starved_norm = false;   ///< the ε of its norms outweighs the variances of their inputs
    /// The problems with the scales of its norms, as sentences, by the role of the scale.
    std::map<std::string, Text> norm_scales {};
};

/// Returns the experiment with an option of its network changed.
Experiment with_option(const Experiment& experiment, const std::string& name, const ParameterValue& value);
/// Returns the experiment with another initializer for a role.
Experiment with_role(const Experiment& experiment, const std::string& role, const Initializer& initializer);

/// Returns whether the input is not standardized but can be.
bool can_be_standard(const Input& input);
Experiment with_standard_input(Experiment experiment);
Offer standard_input_offer(const Experiment& experiment);   ///< precondition: can_be_standard()

/// Collects the offers for one network.
class OfferList {
public:
    OfferList(const Experiment& experiment, const NetworkPlan& plan) : e_(experiment), plan_(plan) { }

    const Experiment& now() const { return e_; }
    const Network& network() const { return e_.network; }
    std::vector<Offer> all() && { return std::move(all_); }

    void add(Text label, Experiment experiment, Text blame = {});
    void add_option(Text label, const std::string& name, const ParameterValue& value);
    /// Sets the multiplier that the label names to 1, if the network has it and it differs from 1.
    void add_multiplier(const std::string& name, const Text& label);
    /// Fills roles from normal distributions with these σ, unless they have that σ and mean 0 already: another
    /// distribution with the same moments fixes nothing. The label shows the first role that changes.
    void add_stds(const Text& label, const std::vector<std::pair<std::string, double>>& roles);
    /// As above, with the same σ for all roles.
    void add_std(const Text& label, double std, const std::vector<std::string>& roles);
    void add_standard_input();

private:
    Law law_of_role(const std::string& role) const;

    const Experiment& e_;
    const NetworkPlan& plan_;
    std::vector<Offer> all_;
};

}   // namespace stepzero
