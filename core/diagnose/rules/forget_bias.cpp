// SPDX-License-Identifier: GPL-3.0-or-later
// LSTMs whose forget gates start half closed: a cell state decays as 0.5^t, against 0.731^t with a forget bias of 1.
#include <cmath>

#include "core/diagnose/change.h"
#include "core/diagnose/rules.h"
#include "core/diagnose/text.h"
#include "core/files/complete.h"
#include "core/kinds/recurrent.h"

namespace stepzero {

namespace {

constexpr double least_bias = 0.75;   // a forget bias of 1, minus the scatter of an initializer
constexpr double forgotten = 1e-3;   // fraction of a cell state left at the end of the sequence

double mean_of(const std::vector<ParameterPlan>& plans, std::size_t part)
{
    const ParameterPlan& plan = plans[plans.size() == 1 ? 0 : part];
    return law_of(draw_of(plan), plan.shape, plan.kind).mean;
}

std::vector<Finding> find_forget_bias(const Case& c)
{
    if (!c.plan.kind->steps_of_input)
        return {};
    const auto& s = spec_of<RecurrentSpec>(c.plan);
    if (s.cell != Cell::lstm || c.plan.given)
        return {};
    const RecurrentLayer& layer = s.layers.front();
    constexpr std::size_t forget = 1;   // index into CellInfo::parts
    const double bias = mean_of(layer.input_bias, forget) + mean_of(layer.hidden_bias, forget);
    const double gate = 1 / (1 + std::exp(-bias)), kept = std::pow(gate, s.steps);
    if (bias >= least_bias || kept > forgotten)
        return {};
    Experiment fixed = with_completed_parameters(with_role(c.experiment, "forget_bias", {"ones", {}}));
    return {{.id = "forgetting_bias",
        .severity = Severity::note,
        .first_layer = 0,
        .last_layer = 0,
        .message = tr("Forget gates start at %1: over %2 steps a cell state keeps %3 of its value. A forget bias of 1 "
                      "would keep %4.",
            short_text(gate), s.steps, exp_text(s.steps * std::log(gate)),
            exp_text(s.steps * std::log(1 / (1 + std::exp(-1.0))))),
        .cause = tr("The mean forget bias is %1, so gates are σ(%1) = %2.", short_text(bias), short_text(gate)),
        .formula = "c_t = f_t c_{t−1} + i_t g_t, f_t = σ(b_f + …)",
        .fixes = {fix_of({tr("Set the forget bias to 1"), std::move(fixed), {}})}}};
}

}   // namespace

Rule rule_forget_bias()
{
    return {"forget_bias", "Gers et al. 2000; Jozefowicz, Zaremba, Sutskever 2015",
        {{"forgetting_bias", tr("short memory"),
            tr("forget gates of an LSTM start at 1/2, so that a cell state decays as 0.5ᵗ: a forget bias of 1 makes it "
               "0.73ᵗ"),
            212, {"gates"}}},
        find_forget_bias};
}

}   // namespace stepzero
