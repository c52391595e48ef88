// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnose/case.h"

#include <algorithm>

#include "core/diagnose/mends.h"
#include "core/diagnose/thresholds.h"
#include "core/files/complete.h"
#include "core/kinds/tokens.h"
#include "core/simulate/simulate.h"

namespace stepzero {

namespace {

/// All simulations of one case may take this many floating-point operations, less than a second on two cores of 2023,
/// or as many as the measurement took.
constexpr double quick_operations = 40e9;
constexpr int simulated_samples = 8;
/// A simulation reduces its samples and tokens until it takes at most this fraction of the operations that are left.
constexpr double largest_share = 1.0 / 8;

/// Returns the operations that sampling the weights takes. An entry counts as 200 (core/study/effort), and dependent
/// entries are those of a QR decomposition.
double sampling_operations(const NetworkPlan& plan)
{
    constexpr double of_an_entry = 200;
    double sampling = 0;
    for (const ParameterPlan* parameter : plan.parameters()) {
        if (parameter->kind != Role::weight)
            continue;
        const double rows = parameter->shape.rows(), columns = parameter->shape.columns();
        sampling += of_an_entry * rows * columns;
        if (draw_of(*parameter).base->dependence == Dependence::dependent)
            sampling += 4 * rows * columns * std::min(rows, columns);
    }
    return sampling;
}

/// Returns the operations of a simulation, forward and backward.
double operations_of(const Experiment& experiment, const NetworkPlan& plan, Extent extent)
{
    return sampling_operations(plan) + plan.kind->cost(experiment, plan, extent);
}

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

Case::Case(const Symptoms& given, NoiseCache* cache, const Context& with) : Case(given, measured_profile(given), with)
{
    at_a_glance = !cache;
    cache_ = cache;
    if (cache)
        operations_left_
            = std::max(quick_operations, operations_of(experiment, plan, {measurement.samples, measurement.tokens}));
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

Text simulated_label(const Text& label) { return joined({label, tr("(simulated)")}, " "); }

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
        expected_ = plan.given ? profile_of(symptoms.prediction, plan) : predicted(experiment, follows_differences());
    return *expected_;
}

bool Case::follows_differences() const { return alike_inputs(network, profile, 1).has_value(); }

bool Case::affords(const Experiment& changed, const NetworkPlan& of, Extent extent) const
{
    const double operations = operations_of(changed, of, extent);
    if (operations > operations_left_) {
        too_long_ = true;
        return false;
    }
    operations_left_ -= operations;
    return true;
}

std::optional<Profile> Case::simulated(const Experiment& changed) const
{
    Experiment bare = changed;
    bare.measure.gradient = true;
    bare.measure.correlation = follows_differences();
    bare.replicas = 1;
    const NetworkPlan changed_plan = plan_of(changed.network);
    // BatchNorm of fewer samples is a different network.
    const auto norms = structure_of(changed.network).norms;
    const int fewest = norms && norms->over_batch ? measurement.samples : simulated_samples;
    const Extent extent
        = preview_extent(bare, changed_plan, {std::min(fewest, measurement.samples), measurement.tokens},
            largest_share * operations_left_ - sampling_operations(changed_plan));
    if (!affords(bare, changed_plan, extent))
        return std::nullopt;
    const Context silent {context.stop, {}, context.pool};
    try {
        const Measurement measured = simulate(bare, changed_plan, *cache_, silent, {.extent = extent});
        const Prediction none = silent_prediction(changed_plan);
        return measured_profile({bare, changed_plan, measured, none});
    } catch (const TooLarge&) {
        too_long_ = true;
        return std::nullopt;
    }
}

Text Case::reason_unfixed() const
{
    if (too_long_)
        return tr("Theory does not cover the changes that might help, and simulating them would take too long.");
    if (too_random_)
        return tr("The network is so narrow for its depth that the effect of a change is random.");
    return tr("None of the changes that were tried is known to remove this.");
}

std::vector<Judged> Case::judge(std::vector<Candidate> given, bool only_healthy) const
{
    const bool differences = follows_differences();
    std::vector<Judged> all;
    for (Candidate& candidate : given)
        all.push_back({.candidate = std::move(candidate), .profile = {}});
    const auto is_covered = [](const Judged& judged) {
        return int(judged.profile.layers.size()) == depth(judged.candidate.stand_in.network);
    };
    const auto weigh = [&](Judged& judged) {
        const Network& changed = judged.candidate.stand_in.network;
        judged.healthy = std::none_of(criteria.begin(), criteria.end(),
            [&](Criterion criterion) { return criterion(changed, judged.profile, thresholds::margin); });
        judged.harmless = std::none_of(criteria.begin(), criteria.end(), [&](Criterion criterion) {
            return criterion(changed, judged.profile, 1) && !criterion(network, profile, 1);
        });
    };
    context.parallel(int(all.size()), [&](int i) {
        Judged& judged = all[std::size_t(i)];
        const auto look = [&](bool at_differences) {
            judged.profile = predicted(judged.candidate.stand_in, at_differences);
            weigh(judged);
        };
        look(differences && !only_healthy);
        if (differences && only_healthy && judged.healthy && !judged.profile.layers.empty())
            look(true);
    });
    for (Judged& judged : all) {
        if (is_covered(judged))
            continue;
        if (judged.profile.spread > thresholds::spread) {   // one simulation would tell nothing
            too_random_ = true;
            continue;
        }
        context.progress(double(&judged - all.data()) / double(all.size()), tr("fixes"));
        Candidate& candidate = judged.candidate;
        if (candidate.experiment) {
            if (!affords(candidate.stand_in, plan_of(candidate.stand_in.network), whole_extent(experiment)))
                continue;
            candidate.stand_in = candidate.experiment(*cache_, {context.stop, {}, context.pool});
            candidate.experiment = {};
        }
        if (std::optional<Profile> found = simulated(candidate.stand_in)) {
            candidate.label = simulated_label(candidate.label);
            judged.profile = std::move(*found);
            weigh(judged);
        }
    }
    std::erase_if(all, [&](const Judged& judged) { return !is_covered(judged); });
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

namespace {

std::vector<Fix> fixes_of(const Case& c, const StillWrong& still_wrong)
{
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

}   // namespace

Finding with_fixes(const Case& c, Finding finding, const StillWrong& still_wrong)
{
    if (c.at_a_glance)
        return finding;
    finding.fixes = fixes_of(c, still_wrong);
    if (finding.fixes.empty())
        finding.unfixed = c.reason_unfixed();
    return finding;
}

Finding with_ways_out(const Case& c, Finding finding, const StillWrong& still_wrong)
{
    if (const Judged* blamed = culprit(c, still_wrong))
        finding.cause = blamed->candidate.blame;
    else if (const Text mean = c.layered ? blame_of_mean(c.plan.layers) : Text(); !mean.empty())
        finding.cause = mean;
    return with_fixes(c, std::move(finding), still_wrong);
}

}   // namespace stepzero
