// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnose/steps.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <optional>

#include "core/diagnose/case.h"
#include "core/diagnose/mends.h"
#include "core/diagnose/text.h"
#include "core/diagnose/thresholds.h"
#include "core/files/complete.h"
#include "core/kinds/kinds.h"
#include "core/network/experiment/overrides.h"
#include "core/network/init/parameter_use.h"
#include "core/train/loss.h"

namespace stepzero {

namespace {

/// Mean loss over the first twentieth and over the last quarter of the steps.
struct Losses {
    double first = 0, last = 0;
    bool moved() const { return last < first * (1 - thresholds::moved_loss); }
};

Losses losses_of(const std::vector<TrainingStep>& steps)
{
    const auto mean = [&](std::size_t from, std::size_t to) {
        double sum = 0;
        for (std::size_t i = from; i < to; ++i)
            sum += steps[i].loss;
        return sum / double(to - from);
    };
    const std::size_t n = steps.size(), few = std::max<std::size_t>(1, n / 20), many = std::max<std::size_t>(1, n / 4);
    return {mean(0, few), mean(n - many, n)};
}

struct Trial {
    const Experiment& experiment;
    const NetworkPlan& plan;
    const TrainingRun& run;
    NoiseCache& cache;
    const Context& context;
};

/// Trains and returns the steps without statistics of matrices; empty if training diverges.
std::vector<TrainingStep> tried(const Experiment& experiment, int steps, const Trial& t)
{
    Trainer trainer(experiment, t.plan, t.cache, t.context);
    std::vector<TrainingStep> made;
    for (int step = 0; step < steps && !trainer.diverged(); ++step)
        made.push_back(trainer.step(t.context));
    return trainer.diverged() ? std::vector<TrainingStep>() : made;
}

Experiment with_rate(Experiment experiment, double rate)
{
    experiment.train->learning_rate = rate;
    return experiment;
}

/// Returns the step after which the loss is largest, counted from 1, if that is far above the initial loss; else 0.
int thrown_at(const std::vector<TrainingStep>& steps)
{
    if (steps.empty())
        return 0;
    const auto most = std::ranges::max_element(steps, {}, &TrainingStep::loss);
    return most->loss > thresholds::thrown_loss * steps.front().loss ? int(most - steps.begin()) : 0;
}

/// Returns the first of several learning rates at which the loss falls and never rises far above its initial value.
std::vector<Fix> other_rate(const Trial& t, const std::vector<double>& rates, int steps)
{
    for (const double rate : rates) {
        const Experiment changed = with_rate(t.experiment, rate);
        const auto made = tried(changed, steps, t);
        if (made.empty() || !losses_of(made).moved() || thrown_at(made) > 0)
            continue;
        return {fix_of({tr("Change the learning rate so that the loss falls: %1",
                            arrow_text(Text::name("η"), t.experiment.train->learning_rate, rate)),
            changed})};
    }
    return {};
}

/// Rounds to one digit, as people write learning rates.
double rounded_rate(double rate)
{
    const double unit = std::pow(10, std::floor(std::log10(rate)));
    return std::round(rate / unit) * unit;
}

std::vector<double> lower_rates(double rate)
{
    std::vector<double> lower;
    for (const double factor : {0.3, 0.1, 0.03, 0.01, 1e-3, 1e-4, 1e-5})
        lower.push_back(rounded_rate(rate * factor));
    return lower;
}

constexpr int most_tried = 100;

std::vector<Finding> find_divergence(const Trial& t)
{
    const TrainingRun& run = t.run;
    const Training& train = *t.experiment.train;
    // An infinite or NaN loss before the first step is not a problem of the steps.
    if (!run.diverged || run.steps.size() < 2)
        return {};
    const auto made = int(run.steps.size()) - 1;
    const double rate = train.learning_rate;
    constexpr int beyond = 20;
    const int steps = std::min({train.steps, most_tried, 2 * made + beyond});
    return {{.id = "diverged",
        .severity = Severity::error,
        .message = tr("The loss is no longer finite after step %1 of %2; it started at %3.", made, train.steps,
            short_text(run.steps.front().loss)),
        .cause
        = tr("At the learning rate %1, steps overshoot the minimum along the steepest direction, farther each time.",
            short_text(rate)),
        .formula = "stable: rate < 2/λ_max of the loss's curvature",
        .fixes = other_rate(t, lower_rates(rate), steps)}};
}

/// Returns log10 of update over weight in a range of steps, counted from 0. It is the median over matrices in blocks of
/// the median over steps.
std::optional<double> usual_update(const TrainingRun& run, std::size_t from, std::size_t to)
{
    const auto median = [](std::vector<double>& all) {
        const auto middle = all.begin() + std::ptrdiff_t(all.size() / 2);
        std::ranges::nth_element(all, middle);
        return *middle;
    };
    std::vector<double> matrices;
    for (std::size_t i = 0; i < run.parameters.size(); ++i) {
        const ParameterPlan& plan = run.parameters[i].plan;
        if (plan.kind != Role::weight || plan.block == 0)
            continue;
        std::vector<double> ratios;
        for (std::size_t s = from; s < to; ++s) {
            const ParameterMove& move = run.steps[s].moves[i];
            if (const double ratio = log10_update_ratio(move); !std::isnan(ratio) && move.gradient > 0)
                ratios.push_back(ratio);
        }
        if (!ratios.empty())
            matrices.push_back(median(ratios));
    }
    return matrices.empty() ? std::nullopt : std::optional(median(matrices));
}

/// Reports a loss that spikes and may recover, which destroys the initialization.
std::vector<Finding> find_throw(const Trial& t)
{
    const TrainingRun& run = t.run;
    const int at = run.diverged ? 0 : thrown_at(run.steps);
    if (at == 0)
        return {};
    const double rate = t.experiment.train->learning_rate, loss = run.steps.front().loss;
    const std::string from = short_text(loss), to = short_text(run.steps[std::size_t(at)].loss);
    Text message = tr("The loss jumps from %1 to %2 after step %3.", from, to, at);
    if (const auto update = usual_update(run, 0, std::size_t(at)))
        message = tr("The loss jumps from %1 to %2 after step %3. Updates are %4 of the weights.", from, to, at,
            exp_text(*update * std::log(10.0)));
    return {{.id = "thrown_loss",
        .severity = Severity::warning,
        .message = std::move(message),
        .cause = tr("At the learning rate %1, steps go far beyond the minimum and the initialization is wiped out.",
            short_text(rate)),
        .formula = "RMS(ΔW)/RMS(W) ≈ 10⁻³",
        .fixes = other_rate(t, lower_rates(rate), std::min(t.experiment.train->steps, most_tried))}};
}

std::vector<Finding> find_updates(const Trial& t)
{
    const TrainingRun& run = t.run;
    const Training& train = *t.experiment.train;
    constexpr int fewest = 10;
    const auto update = run.diverged || int(run.steps.size()) < std::max(fewest, 2 * train.warmup)
        ? std::nullopt
        : usual_update(run, run.steps.size() / 2, run.steps.size());
    if (!update)
        return find_throw(t);
    const bool large = *update > thresholds::large_update, small = *update < thresholds::small_update;
    const Losses losses = losses_of(run.steps);
    if (losses.moved() || !(large || small))
        return find_throw(t);
    const double rate = train.learning_rate;
    std::vector<double> others;
    for (const double wanted : {thresholds::good_update, thresholds::good_update - 0.5, thresholds::good_update + 0.5,
             thresholds::good_update - 1})
        if (std::isfinite(*update))
            others.push_back(rounded_rate(rate * std::pow(10, wanted - *update)));
    if (others.empty())   // at learning rate 0
        others.push_back(find_optimizer(train.optimizer.name)->rate);
    const int steps = std::min(train.steps, most_tried);
    return {{.id = large ? "updates_too_large" : "updates_too_small",
        .severity = Severity::warning,
        .message = tr("Updates are %1 of the weights, and the loss does not fall: it is %2 at first and %3 in the last "
                      "quarter of training.",
            exp_text(*update * std::log(10.0)), short_text(losses.first), short_text(losses.last)),
        .cause = large ? tr("The learning rate %1 is too high for these gradients. Updates of 10⁻³ suit most networks.",
                     short_text(rate))
                       : tr("The learning rate %1 is too low for these gradients. Updates of 10⁻³ suit most networks.",
                           short_text(rate)),
        .formula = "RMS(ΔW)/RMS(W) ≈ 10⁻³",
        .fixes = other_rate(t, others, steps)}};
}

/// Returns the first matrix in the blocks with two units that are still identical, and so are their gradients; −1 if
/// there is none. Adapters do not count, because a zero factor may not have moved yet.
int symmetric_matrix(const TrainingRun& run)
{
    const auto step = std::ranges::find_if(
        run.steps.rbegin(), run.steps.rend(), [](const TrainingStep& s) { return !s.moves.empty(); });
    if (step == run.steps.rend())
        return -1;
    for (std::size_t i = 0; i < run.parameters.size(); ++i) {
        const auto& matrix = step->moves[i].matrix;
        if (matrix && run.parameters[i].plan.block > 0 && !run.parameters[i].factor
            && matrix->unit_distance < thresholds::same_units
            && matrix->unit_gradient_distance < thresholds::same_units)
            return int(i);
    }
    return -1;
}

/// Replaces constant weights, and those with identical units, by the textbook scheme or the default of the kind. Zeros
/// of other roles are kept.
Experiment with_random_weights(const Experiment& experiment, const std::string& role_of_matrix)
{
    Experiment changed = experiment;
    Network& network = changed.network;
    const NetworkKind& kind = kind_of(network);
    const auto alike = [](const Initializer& initializer) {
        const Shape shape {2, 2};
        const Draw draw = draw_of(initializer, shape, Role::weight);
        return draw.is_constant() || draw.base->identical_units;
    };
    if (alike(network.weight))
        network.weight = kind.layered ? textbook(network.activation).second : kind.network.weight;
    for (LayerOverride& layer : network.overrides)
        if (layer.weight && alike(*layer.weight))
            layer.weight.reset();
    remove_empty_overrides(network);
    std::erase_if(network.roles, [&](const auto& role) {
        const Scheme& scheme = *find_scheme(role.second.scheme);
        return scheme.identical_units && (!scheme.is_zero() || role.first == role_of_matrix);
    });
    return with_completed_parameters(changed);
}

std::vector<Finding> find_symmetry(const Trial& t)
{
    const TrainingRun& run = t.run;
    const int at = symmetric_matrix(run);
    if (at < 0)
        return {};
    const ParameterPlan& plan = run.parameters[std::size_t(at)].plan;
    std::vector<Fix> fixes;
    Experiment random = with_random_weights(t.experiment, plan.role);
    if (t.experiment.weights.file.empty() && !(random.network == t.experiment.network)) {
        constexpr int few = 10;
        random.train->steps = std::min(few, random.train->steps);
        const bool parted = symmetric_matrix(run_training(random, plan_of(random.network), t.cache, t.context)) < 0;
        random.train->steps = t.experiment.train->steps;
        if (parted)
            fixes.push_back(
                fix_of({tr("Initialize weights randomly: %1", scheme_text(random.network.weight)), random}));
    }
    const auto steps = run.steps.size() - (run.diverged ? 1 : 0);
    return {{.id = "symmetric_units",
        .severity = Severity::error,
        .first_layer = plan.block,
        .last_layer = plan.block,
        .message
        = tr("Two units of %1 are still identical after %2 {step|steps}: they have equal weights and gradients.",
            plan.name, steps),
        .cause = tr("Units with the same incoming and outgoing weights get the same gradients, and no optimizer "
                    "separates them."),
        .formula = "w_a = w_b, v_a = v_b: ∂L/∂w_a = ∂L/∂w_b",
        .fixes = std::move(fixes)}};
}

/// Returns the loss of the best outputs that are the same for all samples and outputs. Each target is 1 for one output
/// in `outputs`.
double loss_of_prior(const LossInfo& loss, int outputs)
{
    double low = -30, high = 30;   // the minimum lies between
    constexpr double golden = 0.6180339887498949;
    const auto at = [&](double y) { return loss.constant(y, 1.0 / outputs); };
    while (high - low > 1e-3) {
        const double a = high - golden * (high - low), b = low + golden * (high - low);
        if (at(a) < at(b))
            high = b;
        else
            low = a;
    }
    return at((low + high) / 2) * (loss.over_outputs ? 1 : outputs);
}

/// Reports a large first loss that comes from the outputs without the class, because probabilities start near 1/2.
std::vector<Finding> find_prior(const Trial& t)
{
    const TrainingRun& run = t.run;
    if (!run.loss->constant || run.steps.empty())
        return {};
    const auto readout = std::ranges::find_if(run.parameters, [](const TrainedParameter& parameter) {
        return parameter.plan.kind == Role::bias && use_of(parameter.plan) == ParameterUse::readout;
    });
    const int outputs = readout != run.parameters.end() ? readout->plan.shape.rows() : t.plan.outputs.value_or(0);
    if (outputs < 2)
        return {};
    const double best = loss_of_prior(*run.loss, outputs), first = run.steps.front().loss;
    if (!(first > thresholds::loss_above_prior * best))
        return {};
    std::vector<Fix> fixes;
    if (readout != run.parameters.end()) {
        Experiment changed = t.experiment;
        changed.train->readout = "prior";
        if (const auto made = tried(changed, 1, t);
            !made.empty() && made.front().loss <= thresholds::loss_above_prior * best)
            fixes.push_back(
                fix_of({tr("Start the readout at probabilities of %1", short_text(readout_prior)), changed}));
    }
    return {{.id = "loss_above_prior",
        .severity = Severity::warning,
        .message = tr("The first loss is %1. Outputs that are constant at the frequency of their class, 1/%2, have a "
                      "loss of %3.",
            short_text(first), outputs, short_text(best)),
        .cause = tr("Probabilities do not start at the frequency of the classes, and the outputs without the class "
                    "dominate the loss and its gradient."),
        .formula = "b = −ln((1 − π)/π)",
        .fixes = std::move(fixes)}};
}

}   // namespace

std::vector<FindingInfo> step_findings()
{
    return {{"diverged", tr("diverging"),
                tr("in [training](training.md) only: the loss leaves the range of float32, spikes or, with wrongly "
                   "sized updates, does not fall; or two units stay identical"),
                30, {"training"}},
        {"symmetric_units", tr("symmetric"), {}, 40, {"activations"}},
        {"thrown_loss", tr("loss spike"), {}, 50, {"training"}},
        {"updates_too_large", tr("unstable updates"), {}, 60, {"training"}},
        {"updates_too_small", tr("not learning"), {}, 70, {"training"}},
        {"loss_above_prior", tr("biased start"),
            tr("in training with one decision per output: the first loss is more than five times that of outputs that "
               "are constant at the frequency of their class. A bias of −ln((1 − π)/π) removes the excess"),
            72, {"training"}}};
}

std::vector<Finding> merged(std::vector<Finding> first, const std::vector<Finding>& steps)
{
    first.insert(first.end(), steps.begin(), steps.end());
    std::ranges::stable_sort(first, std::ranges::greater(), &Finding::severity);
    return first;
}

std::vector<Finding> diagnose_steps(const Experiment& experiment, const NetworkPlan& plan, const TrainingRun& run,
    NoiseCache& cache, const Context& context)
{
    std::vector<Finding> all;
    for (const auto find : {find_divergence, find_updates, find_symmetry, find_prior})
        for (Finding& finding : find({experiment, plan, run, cache, context}))
            all.push_back(std::move(finding));
    return merged(std::move(all), {});
}

}   // namespace stepzero
