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

}   // namespace

std::vector<ParameterPlan> parameters_of_one_block(const NetworkPlan& plan)
{
    std::vector<ParameterPlan> some = plan.before;
    for (const auto* part : {&plan.blocks.front().parameters, &plan.after})
        some.insert(some.end(), part->begin(), part->end());
    return some;
}

Case::Case(const Symptoms& given, const Context& with)
    : symptoms(given), context(with), experiment(given.experiment), network(given.experiment.network),
      measurement(given.measurement), plan(given.plan), layered(plan.kind->layered), parameters(parameters_of_one_block(plan)),
      profile(measured_profile(given)), input(moments_of(given))
{
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

const std::vector<Judged>& Case::judged() const
{
    if (judged_)
        return *judged_;
    const Asked asked {input, {measurement.samples, measurement.tokens}, alike_inputs(network, profile, 1).has_value()};
    std::vector<Judged> all;
    for (Candidate& candidate : candidates(*this))
        all.push_back({std::move(candidate), {}, false});
    context.parallel(int(all.size()), [&](int i) {
        Judged& judged = all[std::size_t(i)];
        const Experiment& changed = judged.candidate.stand_in;
        judged.profile = predicted_profile(changed, asked, context);
        judged.healthy = std::none_of(criteria.begin(), criteria.end(),
            [&](Criterion criterion) { return criterion(changed.network, judged.profile, thresholds::margin); });
    });
    std::erase_if(all, [](const Judged& judged) {
        return int(judged.profile.layers.size()) != depth(judged.candidate.stand_in.network);
    });
    judged_ = std::move(all);
    return *judged_;
}

std::vector<Fix> fixes(const Case& c, const StillWrong& still_wrong)
{
    std::vector<Fix> good, best;
    for (const Judged& judged : c.judged())
        if (!still_wrong(judged.candidate.stand_in, judged.profile))
            (judged.healthy ? best : good).push_back(fix_of(judged.candidate));
    return best.empty() ? good : best;
}

}   // namespace stepzero
