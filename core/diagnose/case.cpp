// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnose/case.h"

#include <algorithm>

#include "core/diagnose/thresholds.h"

namespace stepzero {

namespace {

InputMoments moments_of(const Symptoms& symptoms)
{
    if (const auto known = input_moments(symptoms.experiment.input))
        return *known;
    const double rms = symptoms.measurement.input.plain(symptoms.measurement.input.rms);
    return {.mean_square = rms * rms};
}

std::vector<ParameterPlan> of_one_block(const Network& network, const Body& body)
{
    std::vector<ParameterPlan> plans = body.parameters(network);
    std::erase_if(plans, [](const ParameterPlan& plan) { return plan.block > 1; });
    return plans;
}

}   // namespace

Case::Case(const Symptoms& given, const Context& with)
    : symptoms(given), context(with), experiment(given.experiment), network(given.experiment.network),
      measurement(given.measurement), body(architecture_of(network).body)
{
    if (body)
        parameters = of_one_block(network, *body);
    else
        plan = expand(network);
    profile = measured_profile(given, plan);
    input = moments_of(given);
}

Fix fix_of(Candidate candidate)
{
    if (candidate.experiment)
        return {std::move(candidate.label), std::move(candidate.experiment)};
    return {std::move(candidate.label),
        [experiment = std::move(candidate.stand_in)](NoiseCache&, const Context&) { return experiment; }};
}

StillWrong still(Criterion criterion)
{
    return [criterion](const Experiment& experiment, const Profile& profile) {
        return criterion(experiment.network, profile, thresholds::margin).has_value();
    };
}

std::vector<Fix> fixes(const Case& c, const StillWrong& still_wrong)
{
    const Extent extent {c.measurement.samples, c.measurement.tokens};
    std::vector<Fix> good, best;
    for (Candidate& candidate : candidates(c)) {
        const Experiment& e = candidate.stand_in;
        const Profile profile = predicted_profile(e, c.input, extent, c.context);
        if (int(profile.layers.size()) != depth(e.network) || profile.spread > thresholds::spread
            || still_wrong(e, profile))
            continue;
        const bool healthy = std::none_of(criteria.begin(), criteria.end(),
            [&](Criterion criterion) { return criterion(e.network, profile, thresholds::margin); });
        (healthy ? best : good).push_back(fix_of(std::move(candidate)));
    }
    return best.empty() ? good : best;
}

}   // namespace stepzero
