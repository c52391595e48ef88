// SPDX-License-Identifier: GPL-3.0-or-later
// Singular values of the whole network that span more decades than floating-point arithmetic.
#include <algorithm>
#include <cmath>

#include "core/base/words/nan.h"
#include "core/diagnose/rules.h"
#include "core/diagnose/text.h"
#include "core/diagnose/thresholds.h"
#include "core/theory/jacobian_law.h"

namespace stepzero {

namespace {

/// Returns the predicted decades; 0 when theory predicts signals only, or all values are equal, and infinity when it
/// does not cover all layers.
double decades_of(const Experiment& experiment, const Case& c)
{
    const NetworkPlan plan = plan_of(experiment.network);
    const Prediction prediction
        = plan.kind->predict(experiment, plan, {c.measurement.samples, 1}, input_moments(experiment), c.context);
    if (!prediction.covers(plan.depth()))
        return infinity;
    const auto law = jacobian_law(plan, prediction, 1, plan.depth(), c.context);
    return law && !law->density.x.empty() ? law->density.x.back() - law->density.x.front() : 0;
}

std::vector<Finding> find_conditioning(const Case& c)
{
    if (!c.symptoms.jacobian)
        return {};
    std::vector<double> found;   // largest first, without zeros
    for (const auto& log10 : *c.symptoms.jacobian)
        if (log10)
            found.push_back(*log10);
    if (found.empty() || found.front() - found.back() <= thresholds::jacobian_decades)
        return {};
    const double median = found[found.size() / 2];
    Finding finding {.id = "ill_conditioned",
        .severity = found.front() - median > thresholds::jacobian_decades / 2 ? Severity::warning : Severity::note,
        .message
        = tr("The singular values of the whole network span %1 decades, from %2 down to %3; half of them are below %4.",
            short_text(found.front() - found.back()), exp_text(found.front() * std::log(10.0)),
            exp_text(found.back() * std::log(10.0)), exp_text(median * std::log(10.0))),
        .cause = tr("Each %1 stretches some directions more than others, and in J the factors multiply. Most input "
                    "directions are lost on the way, forward and backward.",
            c.plan.kind->unit()),
        .formula = "J = D_L W_L ⋯ D_1 W_1; orthogonal W and steep φ keep its singular values together",
        .fixes = {}};
    return {with_ways_out(c, std::move(finding), [&c](const Experiment& e, const Profile&) {
        return decades_of(e, c) > thresholds::margin * thresholds::jacobian_decades;
    })};
}

}   // namespace

Rule rule_conditioning()
{
    return {"conditioning", "Saxe et al. 2014; Pennington, Schoenholz, Ganguli 2017",
        {{"ill_conditioned", tr("ill-conditioned"),
            tr("singular values spread so far that gradients reach few directions"), 280, {"spectrum"}}},
        find_conditioning};
}

}   // namespace stepzero
