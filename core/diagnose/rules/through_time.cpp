// SPDX-License-Identifier: GPL-3.0-or-later
// Gradients and signals that vanish or explode along the steps of a recurrent network. Fixes are tested by simulation:
// each makes the measured drift smaller or removes it.
#include <algorithm>
#include <cmath>
#include <iterator>

#include "core/base/words/off_scale.h"
#include "core/diagnose/change.h"
#include "core/diagnose/rules.h"
#include "core/diagnose/text.h"
#include "core/diagnose/thresholds.h"
#include "core/files/complete.h"
#include "core/kinds/recurrent.h"

namespace stepzero {

namespace {

constexpr double remaining = 1e-3;   // fraction of the last gradient above which a step still contributes

/// Returns the number of steps, up to and including the last, whose gradient exceeds that fraction of the last one.
int steps_left(const Case& c)
{
    const double last = *c.profile.layers.back().ln_gradient;
    int steps = 0;
    for (auto at = c.profile.layers.rbegin(); at != c.profile.layers.rend(); ++at, ++steps)
        if (!at->ln_gradient || *at->ln_gradient - last < std::log(remaining))
            break;
    return steps;
}

std::vector<Candidate> changes(const Case& c)
{
    const Experiment& e = c.experiment;
    const Initializer orthogonal = completed(Initializer {"orthogonal", {}}), zeros {"zeros", {}}, ones {"ones", {}};
    std::vector<Candidate> all;
    const auto add = [&](const Text& label, Experiment changed) {
        changed = with_completed_parameters(std::move(changed));
        if (changed != with_completed_parameters(e))
            all.push_back({label, std::move(changed), {}});
    };
    const auto separate = [](const Experiment& of) { return with_option(of, "per_gate", flag_value(true)); };
    const Experiment turned = separate(with_role(e, "hidden", orthogonal));
    if (spec_of<RecurrentSpec>(c.plan).cell == Cell::lstm) {
        add(tr("Set the forget bias to 1"), with_role(e, "forget_bias", ones));
        // A gate that remembers the whole sequence: σ(ln T) = 1 − 1/(T + 1) (Tallec, Ollivier 2018).
        const double whole = std::log(double(c.plan.depth()));
        const Text label = tr("Set the forget bias to ln T = %1", short_text(whole));
        const Experiment kept = with_role(e, "forget_bias", {"constant", {{"value", whole}}});
        add(label, kept);
        add(tr("Set the forget bias to 1 and make hidden-to-hidden weights orthogonal"),
            with_role(turned, "forget_bias", ones));
    }
    add(tr("Make hidden-to-hidden weights orthogonal"), turned);
    if (spec_of<RecurrentSpec>(c.plan).cell == Cell::rnn) {
        Experiment irnn = with_role(e, "hidden", completed(Initializer {"eye", {}}));
        irnn.network.activation = completed(Activation {"relu", {}});
        irnn.network.bias = zeros;
        for (const char* role : {"input_bias", "hidden_bias"})
            irnn.network.roles.erase(role);
        add(tr("Switch to ReLU, identity hidden-to-hidden weights and zero biases (IRNN)"), irnn);
    }
    return all;
}

/// Returns ln of the gradient at step 1 over that at the last.
double drift_of(const Profile& profile)
{
    return *profile.layers.front().ln_gradient - *profile.layers.back().ln_gradient;
}

/// Returns the changes that remove the drift, then those that reduce it. Excludes those that leave more than half of
/// its logarithm, or reverse it.
std::vector<Fix> fixes_through_time(const Case& c, double drift)
{
    std::vector<Fix> gone, less;
    for (Candidate& change : changes(c)) {
        const std::optional<Profile> profile = c.simulated(change.stand_in);
        const double now = profile ? drift_of(*profile) : drift;
        if (!(std::abs(now) <= std::abs(drift) / 2))
            continue;
        change.label = simulated_label(change.label);
        (std::abs(now) < thresholds::gradient_drift ? gone : less).push_back(fix_of(std::move(change)));
    }
    gone.insert(gone.end(), std::make_move_iterator(less.begin()), std::make_move_iterator(less.end()));
    return gone;
}

Finding vanishing(const Case& c, const Span& span, double drift)
{
    const int left = steps_left(c);
    const bool lost = is_off_scale(drift / std::log(10.0));
    const int begins = c.plan.depth() + 1 - left;
    return {.id = "vanishing_through_time",
        .severity = gradient_severity(c.network, c.profile),
        .first_layer = span.first,
        .last_layer = span.last,
        .message = lost
            ? tr("The gradient vanishes through time: it is above 1/1000 of its last value only from step %1 of %2 on.",
                begins, c.plan.depth())
            : tr("The gradient vanishes through time: at step 1 it is %1 times the gradient at step %2. It exceeds "
                 "1/1000 of that only from step %3 on.",
                exp_text(drift), c.plan.depth(), begins),
        .cause
        = tr("The gradient shrinks by about ×%1 per step on the way back, so nothing is learned from early inputs.",
            exp_text(drift / std::max(1, c.plan.depth() - 1))),
        .formula = "∂h_T/∂h_t = Π_s diag(φ'(z_s)) W_hh; of a cell state Π_s f_s",
        .fixes = {}};
}

Finding exploding(const Case& c, const Span& span, double drift)
{
    const bool lost = is_off_scale(drift / std::log(10.0));
    return {.id = "exploding_through_time",
        .severity = gradient_severity(c.network, c.profile),
        .first_layer = span.first,
        .last_layer = span.last,
        .message = lost ? tr("The gradient explodes through time: at step 1 it is off the scale.")
                        : tr("The gradient explodes through time: at step 1 it is %1 times the gradient at step %2.",
                            exp_text(drift), c.plan.depth()),
        .cause
        = tr("The gradient grows by about ×%1 per step on the way back: hidden-to-hidden weights W_hh are too large.",
            exp_text(drift / std::max(1, c.plan.depth() - 1))),
        .formula = "∂h_T/∂h_t = Π_s diag(φ'(z_s)) W_hh",
        .fixes = {}};
}

std::vector<Finding> find_through_time(const Case& c)
{
    std::vector<Finding> found;
    if (!c.plan.kind->steps_of_input || c.profile.layers.empty() || !c.profile.layers.front().ln_gradient)
        return found;
    for (const bool vanishes : {true, false}) {
        const auto span = (vanishes ? vanishing_gradient : exploding_gradient)(c.network, c.profile, 1);
        if (!span)
            continue;
        const double drift = drift_of(c.profile);
        found.push_back(vanishes ? vanishing(c, *span, drift) : exploding(c, *span, drift));
        if (c.at_a_glance)
            continue;
        found.back().fixes = fixes_through_time(c, drift);
        if (found.back().fixes.empty())
            found.back().unfixed = c.reason_unfixed();
    }
    return found;
}

}   // namespace

Rule rule_through_time()
{
    return {"through_time", "Bengio et al. 1994; Pascanu et al. 2013; Le, Jaitly, Hinton 2015 (IRNN)",
        {{"exploding_through_time", tr("exploding"),
             tr("the gradient of a recurrent network grows or shrinks from the last step to the first. The message "
                "reports how many steps keep 1/1000 of it"),
             122, {"signal"}},
            {"vanishing_through_time", tr("vanishing"), {}, 124, {"signal"}}},
        find_through_time};
}

}   // namespace stepzero
