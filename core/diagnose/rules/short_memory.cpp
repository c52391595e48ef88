// SPDX-License-Identifier: GPL-3.0-or-later
// State-space blocks that forget their input within the span of their convolution: time constants 1/(Δ |A|) of a few
// tokens.
#include <algorithm>

#include "core/diagnose/change.h"
#include "core/diagnose/rules.h"
#include "core/diagnose/text.h"
#include "core/files/complete.h"

namespace stepzero {

namespace {

constexpr const char *rates_name = "A_log", *steps_name = "dt_bias";

/// The initializer of a role, and whether it is constant.
struct Start {
    const ParameterPlan* plan = nullptr;
    Law law;
    bool constant() const { return law.variance == 0; }
    bool zero() const { return constant() && law.mean == 0; }
};

Start start_of(const Case& c, int block, const char* role)
{
    const std::vector<ParameterPlan>& plans = c.plan.block(block).parameters;
    const auto plan = std::ranges::find_if(plans, [&](const ParameterPlan& p) { return p.role == role; });
    return {&*plan, law_of(draw_of(*plan), plan->shape, plan->kind)};
}

Initializer usual_of(const Case& c, std::string_view role)
{
    return completed(*std::ranges::find(c.plan.roles, role, &RoleInfo::name)->usual);
}
bool is_usual(const Case& c, const Start& start)
{
    return completed(start.plan->initializer) == usual_of(c, start.plan->role);
}
bool input_is_to_blame(const Case& c, const Start& rate, const Start& step)
{
    return is_usual(c, rate) && is_usual(c, step);
}

std::string tokens_text(double low, double high)
{
    return short_text(low) + (high > low * 1.005 ? "–" + short_text(high) : "");
}

Text values_text(const Start& start)
{
    return start.constant() ? Text::name(short_text(start.law.mean)) : tr("random");
}

Text cause_of(const Case& c, const Start& rate, const Start& step)
{
    const Text values = tr("A_log is %1 and dt_bias is %2.", values_text(rate), values_text(step));
    return joined({values,
                      input_is_to_blame(c, rate, step)
                          ? tr("The input makes Δ so large that a state decays before the next tokens arrive.")
                          : rate.zero() && step.zero()
                          ? tr("Parameters stay zero where a sharded or deferred initialization did not reach them.")
                          : tr("Δ |A| is so large that a state decays before the next tokens arrive.")},
        " ");
}

Text message_of(const MemoryProfile& memory, bool identical, const Text& where, int taps)
{
    const std::string tokens = tokens_text(memory.shortest, memory.longest);
    return identical ? tr("All time constants of the scan in %1 are the same, %2 tokens; its convolution spans %3.",
               where, tokens, taps)
                     : tr("The scan in %1 forgets within %2 tokens; its convolution spans %3.", where, tokens, taps);
}

/// When A_log and dt_bias are not the cause, the input makes Δ too large; then all weights and norms become Mamba's.
Experiment with_all_anew(const Case& c)
{
    const Network& usual = c.plan.kind->network;
    Experiment fixed = c.experiment;
    fixed.network.roles.clear();
    fixed.network.weight = usual.weight;
    fixed.network.bias = usual.bias;
    for (const char* option : {"norm", "norm_placement"})
        fixed.network.options[option] = usual.options.at(option);
    return with_completed_parameters(fixed);
}

/// Replaces constant initializers, or both if neither or both are constant.
std::vector<Fix> ways_out(const Case& c, const Start& rate, const Start& step)
{
    const bool both = rate.constant() == step.constant();
    Experiment fixed = c.experiment;
    std::vector<Text> labels;
    for (const auto& [role, start] : {std::pair {rates_name, &rate}, {steps_name, &step}})
        if (both || start->constant())
            if (!is_usual(c, *start)) {
                const Initializer usual = usual_of(c, role);
                fixed = with_role(fixed, role, usual);
                const bool other = start->plan->initializer.scheme != usual.scheme;
                labels.push_back(other ? tr("Initialize %1 with %2", Text::name(role), usual.scheme)
                                       : tr("Initialize %1 with Mamba's values", Text::name(role)));
            }
    Text label = joined(labels, ", ");
    if (labels.empty()) {
        fixed = with_all_anew(c);
        if (fixed == c.experiment)
            return {};
        label = tr("Use Mamba's weights and norms everywhere");
    }
    return {fix_of({std::move(label), std::move(fixed)})};
}

std::vector<Finding> find_short_memory(const Case& c)
{
    const auto span = short_memory(c.network, c.profile, 1);
    if (!span)
        return {};
    const MemoryProfile& memory = *c.profile.layers[std::size_t(span->first - 1)].memory;
    const Severity severity = memory_severity(c.profile, *span);
    const Start rate = start_of(c, span->first, rates_name), step = start_of(c, span->first, steps_name);
    return {{.id = "short_memory",
        .severity = severity,
        .first_layer = span->first,
        .last_layer = span->last,
        .message = message_of(memory, severity == Severity::error, span_text(c.network, span->first, span->last),
            *structure_of(c.network).convolution_taps),
        .cause = cause_of(c, rate, step),
        .formula = "h_t = exp(Δ A) h_{t−1} + Δ B x_t, time constant 1/(Δ |A|), A = −exp(A_log)",
        .fixes = ways_out(c, rate, step)}};
}

}   // namespace

Rule rule_short_memory()
{
    return {"short_memory", "fla-org/flame #42: A_log and dt_bias all zero on several GPUs",
        {{"short_memory", tr("short memory"),
            tr("the longest time constant of a scan is shorter than the span of its convolution: A_log and dt_bias are "
               "zero, or Δ is too large. Mamba's time constants range from 0.6 to 1000 tokens"),
            210, {"memory"}}},
        find_short_memory};
}

}   // namespace stepzero
