// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnose/case.h"

#include <algorithm>

#include "core/diagnose/mends.h"
#include "core/diagnose/thresholds.h"
#include "core/files/complete.h"

namespace stepzero {

namespace {

InputMoments moments_of(const Symptoms& symptoms)
{
    if (const auto known = input_moments(symptoms.experiment))
        return *known;
    const double rms = symptoms.measurement.input.plain(symptoms.measurement.input.rms);
    return {.mean_square = rms * rms};
}

}   // namespace

std::vector<ParameterPlan> parameters_with_block(const NetworkPlan& plan, int block)
{
    std::vector<ParameterPlan> some = plan.before;
    for (const auto* part : {&plan.block(block).parameters, &plan.after})
        some.insert(some.end(), part->begin(), part->end());
    return some;
}

namespace {

/// Returns whether the block before has a matrix with the same role and initializer.
bool continues(const NetworkPlan& plan, const ParameterPlan& matrix)
{
    const ParameterPlan* before = plan.block(matrix.block - 1).find(matrix.role);
    return before && before->initializer == matrix.initializer;
}

}   // namespace

std::vector<const ParameterPlan*> unlike_matrices(const Case& c)
{
    std::vector<const ParameterPlan*> all;
    const auto take = [&](const ParameterPlan& plan) {
        if (plan.kind == Role::weight
            && (all.empty() || plan.shape != all.back()->shape || plan.initializer != all.back()->initializer
                || plan.factor != all.back()->factor))
            all.push_back(&plan);
    };
    if (c.layered)
        for (int layer = 1; layer <= c.plan.depth(); ++layer)
            std::ranges::for_each(c.plan.block(layer).parameters, take);
    else
        std::ranges::for_each(c.parameters, take);
    if (c.layered || !laws_differ_by_block(c.network))
        return all;
    for (int block = 2; block <= c.plan.depth(); ++block)
        for (const ParameterPlan& plan : c.plan.block(block).parameters)
            if (plan.typed && plan.kind == Role::weight && !continues(c.plan, plan))
                all.push_back(&plan);
    return all;
}

Span span_of(const Case& c, const ParameterPlan& matrix)
{
    Span span {matrix.block, matrix.block};
    if (!c.layered && matrix.block > 0) {
        const auto next = [&] { return c.plan.block(span.last + 1).find(matrix.role); };
        while (span.last < c.plan.depth() && (!matrix.typed || (next() && next()->initializer == matrix.initializer)))
            ++span.last;
    }
    const auto alike
        = [&](const LayerPlan& layer) { return layer.weight == matrix.initializer && layer.shape() == matrix.shape; };
    while (c.layered && span.last < c.plan.depth() && alike(c.plan.layers[std::size_t(span.last)]))
        ++span.last;
    return span;
}

Case::Case(const Symptoms& given, const Context& with) : Case(given, measured_profile(given), with)
{
    at_a_glance = false;
}

Case::Case(const Symptoms& given, Profile foreseen, const Context& with)
    : symptoms(given), context(with), experiment(given.experiment), network(given.experiment.network),
      measurement(given.measurement), plan(given.plan), layered(plan.kind->layered),
      parameters(parameters_with_block(plan, 1)), profile(std::move(foreseen)), at_a_glance(true),
      input(moments_of(given))
{
}

Fix fix_of(Candidate candidate)
{
    if (candidate.experiment)
        return {std::move(candidate.label), std::move(candidate.experiment)};
    return {std::move(candidate.label),
        [experiment = with_completed_parameters(std::move(candidate.stand_in))](
            NoiseCache&, const Context&) { return experiment; }};
}

StillWrong still(Criterion criterion)
{
    return [criterion](const Experiment& experiment, const Profile& profile) {
        return criterion(experiment.network, profile, thresholds::margin).has_value();
    };
}

Profile Case::predicted(const Experiment& changed, bool differences) const
{
    // An input file that is read differently is standardized.
    const InputMoments known
        = changed.input == experiment.input ? input : input_moments(changed).value_or(InputMoments {});
    return predicted_profile(changed, {known, {measurement.samples, measurement.tokens}, differences}, context);
}

const Profile& Case::expected() const
{
    if (!expected_)
        expected_ = plan.given ? profile_of(symptoms.prediction, plan)
                               : predicted(experiment, alike_inputs(network, profile, 1).has_value());
    return *expected_;
}

std::vector<Judged> Case::judge(std::vector<Candidate> given, bool only_healthy) const
{
    const bool differences = alike_inputs(network, profile, 1).has_value();
    std::vector<Judged> all;
    for (Candidate& candidate : given)
        all.push_back({.candidate = std::move(candidate), .profile = {}});
    context.parallel(int(all.size()), [&](int i) {
        Judged& judged = all[std::size_t(i)];
        const Experiment& changed = judged.candidate.stand_in;
        const auto look = [&](bool at_differences) {
            judged.profile = predicted(changed, at_differences);
            judged.healthy = std::none_of(criteria.begin(), criteria.end(),
                [&](Criterion criterion) { return criterion(changed.network, judged.profile, thresholds::margin); });
        };
        look(differences && !only_healthy);
        if (differences && only_healthy && judged.healthy && !judged.profile.layers.empty())
            look(true);
        judged.harmless = std::none_of(criteria.begin(), criteria.end(), [&](Criterion criterion) {
            return criterion(changed.network, judged.profile, 1) && !criterion(network, profile, 1);
        });
    });
    std::erase_if(all, [](const Judged& judged) {
        return int(judged.profile.layers.size()) != depth(judged.candidate.stand_in.network);
    });
    return all;
}

const std::vector<Judged>& Case::judged() const
{
    if (!judged_)
        judged_ = judge(candidates(*this));
    return *judged_;
}

const std::vector<Judged>& Case::last_judged() const
{
    if (!last_judged_)
        last_judged_ = judge(last_resorts(*this), true);
    return *last_judged_;
}

bool is_chance(const Case& c, const StillWrong& still_wrong)
{
    const std::vector<LayerProfile>& expected = c.expected().layers;
    const bool silent = c.layered && alike_inputs(c.network, c.profile, 1)
        && !(expected.empty() || expected[std::size_t(body(c.network, int(expected.size())) - 1)].ln_difference);
    // A gradient that theory withholds does not count as predicted healthy.
    const bool withheld = !expected.empty() && c.profile.layers.front().ln_gradient && !expected.front().ln_gradient;
    return int(expected.size()) == c.plan.depth() && !silent && !withheld && !still_wrong(c.experiment, c.expected());
}

const Judged* culprit(const Case& c, const StillWrong& still_wrong)
{
    if (c.at_a_glance || is_chance(c, still_wrong))
        return nullptr;
    for (const Judged& judged : c.judged())
        if (!judged.candidate.blame.empty() && !still_wrong(judged.candidate.stand_in, judged.profile))
            return &judged;
    return nullptr;
}

std::vector<Fix> fixes(const Case& c, const StillWrong& still_wrong)
{
    if (c.at_a_glance)
        return {};
    const Judged* first = culprit(c, still_wrong);
    std::vector<Fix> found;
    const auto add = [&](const std::vector<Judged>& all, bool Judged::*wanted) {
        for (const Judged& judged : all)
            if (&judged != first && (!wanted || judged.*wanted)
                && !still_wrong(judged.candidate.stand_in, judged.profile))
                found.push_back(fix_of(judged.candidate));
    };
    if (is_chance(c, still_wrong))
        add(c.last_judged(), &Judged::healthy);
    if (found.empty())
        add(c.judged(), &Judged::healthy);
    if (found.empty()) {
        add(c.judged(), &Judged::harmless);
        if (!first)
            add(c.last_judged(), &Judged::healthy);
    }
    if (found.empty() && !first)
        add(c.judged(), nullptr);
    if (first)
        found.insert(found.begin(), fix_of(first->candidate));
    return found;
}

Finding with_ways_out(const Case& c, Finding finding, const StillWrong& still_wrong)
{
    if (const Judged* blamed = culprit(c, still_wrong))
        finding.cause = blamed->candidate.blame;
    else if (const Text mean = c.layered ? blame_of_mean(c.plan.layers) : Text(); !mean.empty())
        finding.cause = mean;
    finding.fixes = fixes(c, still_wrong);
    return finding;
}

}   // namespace stepzero
