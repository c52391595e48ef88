// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnose/verdict.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/base/words/off_scale.h"
#include "core/diagnose/profile.h"
#include "core/diagnose/rules.h"
#include "core/diagnose/text.h"
#include "core/diagnose/thresholds.h"
#include "core/files/title.h"
#include "core/kinds/tokens.h"

namespace stepzero {

namespace {

/// Returns the trend of ln of a size, in the direction of travel; the first step is through `first_layer`. Absent for
/// fewer than two values, and when the first is zero already.
std::optional<Trend> trend_of(const std::vector<double>& ln, int first_layer, int step)
{
    if (ln.size() < 2 || std::isinf(ln.front()))
        return std::nullopt;
    std::vector<double> steps;
    for (std::size_t l = 1; l < ln.size(); ++l)
        steps.push_back(ln[l] == ln[l - 1] ? 0 : ln[l] - ln[l - 1]);   // avoids inf − inf
    const auto largest
        = std::max_element(steps.begin(), steps.end(), [](double a, double b) { return std::abs(a) < std::abs(b); });
    const double jump = *largest;
    double rest = 0, size = 0;
    for (auto at = steps.begin(); at != steps.end(); ++at)
        if (at != largest) {
            rest += *at;
            size += std::abs(*at);
        }
    constexpr std::size_t few = 3;
    if (steps.size() < few || std::abs(jump) <= std::max(size, thresholds::signal_drift))
        return Trend {.ln_layer = (jump + rest) / double(steps.size())};
    return Trend {.ln_layer = rest / double(steps.size() - 1),
        .jump_layer = first_layer + step * int(largest - steps.begin()),
        .ln_jump = jump};
}

void add_trends(Verdict& verdict, const Network& network, const Profile& profile)
{
    const int end = body(network, int(profile.layers.size()));
    const bool layered = kind_of(network).layered;
    std::vector<double> signal, gradient;
    if (!layered)
        signal.push_back(profile.ln_start);
    for (int l = 0; l < end; ++l)
        signal.push_back(profile.layers[std::size_t(l)].ln_signal);
    for (int l = end; l-- > 0 && profile.layers[std::size_t(l)].ln_gradient;)
        gradient.push_back(*profile.layers[std::size_t(l)].ln_gradient);
    verdict.signal = trend_of(signal, layered ? 2 : 1, 1);
    if (int(gradient.size()) == end)
        verdict.gradient = trend_of(gradient, end, -1);
}

/// Returns the findings that theory predicts for a simulation, as far as words and severities are concerned.
std::vector<Finding> foreseen(const Experiment& experiment, const NetworkPlan& plan, const Profile& profile)
{
    const Network& n = experiment.network;
    std::vector<Finding> all;
    const auto add = [&](const char* id, Criterion criterion, const auto& severity) {
        if (const auto span = criterion(n, profile, 1))
            all.push_back({.id = id,
                .severity = severity(*span),
                .first_layer = span->first,
                .last_layer = span->last,
                .message = {},
                .cause = {},
                .formula = {},
                .fixes = {}});
    };
    const auto warning = [](Span) { return Severity::warning; };
    const auto layer = [&](Span span) -> const LayerProfile& { return profile.layers[std::size_t(span.first - 1)]; };
    add("dead_units", dead_units, [&](Span s) { return layer(s).dead == 1 ? Severity::error : Severity::warning; });
    add("exploding_signal", exploding_signal, [&](Span) { return signal_severity(n, profile, false); });
    add("vanishing_signal", vanishing_signal, [&](Span) { return signal_severity(n, profile, true); });
    const bool in_time = plan.kind->steps_of_input;
    add(in_time ? "exploding_through_time" : "exploding_gradient", exploding_gradient,
        [&](Span) { return gradient_severity(n, profile); });
    add(in_time ? "vanishing_through_time" : "vanishing_gradient", vanishing_gradient,
        [&](Span) { return gradient_severity(n, profile); });
    if (plan.kind->layered)
        add("saturation", saturated_units, warning);
    if (!profile.layers.empty() && profile.layers.front().gains)
        add(mixing_fades(profile) ? "fading_streams" : "exploding_streams", mixing_gain,
            [&](Span) { return mixing_severity(profile); });
    add("residual_growth", growing_stream, [&](Span) { return growth_severity(n, profile); });
    add(plan.kind->layered ? "alike_inputs" : "alike_tokens", alike_inputs,
        [&](Span) { return alike_severity(n, profile); });
    add("frozen_attention", frozen_attention, [&](Span s) { return frozen_severity(profile, s); });
    add("crowded_experts", crowded_experts, [&](Span s) { return crowded_severity(profile, s); });
    add("sharp_router", sharp_router, warning);
    add("short_memory", short_memory, [&](Span s) { return memory_severity(profile, s); });
    add("sharp_logits", sharp_logits,
        [&](Span) { return *profile.logit_std >= thresholds::sharp_logits ? Severity::error : Severity::warning; });
    add("starved_norm", starved_norm, warning);
    return all;
}

/// Adds the findings that depend on the plan only.
std::vector<Finding> foreseen(const Evidence& e, const Profile& profile, const Context& context)
{
    std::vector<Finding> all = foreseen(e.experiment, e.plan, profile);
    const Measurement nothing;
    const Symptoms symptoms {e.experiment, e.plan, nothing, e.prediction};
    const Case c(symptoms, profile, context);
    for (const Rule& rule : rules())
        if (rule.of_plan)
            for (Finding& finding : rule.find(c))
                all.push_back(std::move(finding));
    return all;
}

bool is_whole(const Measurement& measurement, const Experiment& experiment)
{
    const Extent whole = whole_extent(experiment);
    return measurement.samples == whole.samples && measurement.tokens == whole.tokens;
}

/// Returns whether theory withholds the gradient at the first step of a recurrent network, which most findings depend
/// on.
bool withholds_time(const Evidence& e, const Profile& profile)
{
    return e.plan.kind->steps_of_input && e.experiment.measure.gradient && !profile.layers.empty()
        && !profile.layers.front().ln_gradient;
}

const Finding* gravest(const std::vector<Finding>& findings)
{
    const auto found = std::min_element(findings.begin(), findings.end(), [](const Finding& a, const Finding& b) {
        return a.severity != b.severity ? a.severity > b.severity : info_of(a).rank < info_of(b).rank;
    });
    return found == findings.end() ? nullptr : &*found;
}

}   // namespace

Verdict verdict(const Evidence& e, const Context& context)
{
    const Network& network = e.experiment.network;
    Verdict v {.shape = joined({shape_text(network), activation_text(network.activation)}, " "),
        .state = Verdict::State::healthy,
        .word = tr("healthy"),
        .severity = {},
        .signal = {},
        .gradient = {},
        .message = {},
        .cause = {},
        .finding = {},
        .fix = {}};
    const bool measured = e.measurement && !e.measurement->record.empty();
    v.from_theory = !measured;
    Profile profile;
    std::vector<Finding> own;
    if (measured) {
        const Symptoms symptoms {e.experiment, e.plan, *e.measurement, e.prediction};
        profile = measured_profile(symptoms);
        if (!e.findings)
            own = signs(symptoms, context);
        // The prediction is for all samples.
        if (!is_whole(*e.measurement, e.experiment))
            std::erase_if(own, [](const Finding& f) { return f.id == "far_from_theory"; });
    } else {
        profile = profile_of(e.prediction, e.plan);
        if (e.plan.kind->layered && e.experiment.measure.correlation)
            profile.ln_start_difference = ln_input_difference(e.experiment.measure.correlation_angle);
        if (!e.findings)
            own = foreseen(e, profile, context);
    }
    add_trends(v, network, profile);
    const std::vector<Finding>& findings = e.findings ? *e.findings : own;
    const Finding* first = gravest(findings);
    if (first) {
        v.message = first->message;
        v.cause = first->cause;
        v.more = int(findings.size()) - 1;
        if (e.findings) {
            v.finding = std::size_t(first - findings.data());
            if (!first->fixes.empty())
                v.fix = first->fixes.front().label;
        }
    }
    if (first) {
        v.state = Verdict::State::found;
        v.word = first->severity == Severity::note ? tr("note") : info_of(*first).word;
        v.severity = first->severity;
        v.from_layer = first->first_layer;
    } else if (!e.findings && !measured
        && (int(profile.layers.size()) < e.plan.depth() || withholds_time(e, profile))) {
        v.state = Verdict::State::unknown;
        v.word = tr("unknown");
    }
    return v;
}

const Text& reason(const Verdict& verdict)
{
    const bool named = verdict.severity && *verdict.severity != Severity::note;
    return named && !verdict.cause.empty() ? verdict.cause : verdict.message;
}

Text text_of(const Trend& trend, const Network& network)
{
    const Text unit = kind_of(network).unit();
    const std::string each = exp_text(trend.ln_layer), jump = exp_text(trend.ln_jump);
    const Text level = each == off_scale_text ? tr("off the scale at each %1", unit) : tr("×%1 per %2", each, unit);
    if (trend.jump_layer == 0)
        return level;
    return jump == off_scale_text ? tr("%1, off the scale at %2 %3", level, unit, trend.jump_layer)
                                  : tr("%1, ×%2 at %3 %4", level, jump, unit, trend.jump_layer);
}

Text where_text(const Verdict& verdict, const Network& network)
{
    return verdict.from_layer > 0 ? tr("from %1 %2", kind_of(network).unit(), verdict.from_layer) : Text();
}

Text slopes_text(const Verdict& verdict, const Network& network)
{
    if (!verdict.signal && !verdict.gradient)
        return {};
    if (!verdict.gradient)
        return tr("signal %1", text_of(*verdict.signal, network));
    const Text gradient = tr("gradient %1", text_of(*verdict.gradient, network));
    if (!verdict.signal)
        return gradient;
    const std::string each = exp_text(verdict.signal->ln_layer);
    const bool level = verdict.signal->jump_layer == 0 && each != off_scale_text;   // a single "per layer" suffices
    return level ? tr("signal ×%1, %2", each, gradient)
                 : tr("signal %1, %2", text_of(*verdict.signal, network), gradient);
}

}   // namespace stepzero
