// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/coordinate_check.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>

#include "core/base/words/shown_text.h"
#include "core/kinds/kinds.h"
#include "core/modules/recorder.h"
#include "core/train/optimizer.h"
#include "core/train/task.h"
#include "core/train/trainer.h"

namespace stepzero {

namespace {

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

/// Keeps the signals at some sites.
class Keeper : public Recorder {
public:
    explicit Keeper(std::vector<Site> sites) : sites_(std::move(sites)) { }

    void value(const Site& site, const Signal& signal, const Context&) override
    {
        if (std::ranges::find(sites_, site) == sites_.end())
            return;
        Eigen::MatrixXd numbers = signal.numbers.cast<double>() * power_of_two(signal.exponent);
        Eigen::MatrixXd& kept = signals_[site];
        if (kept.size() == 0) {
            kept = std::move(numbers);
            return;
        }
        Eigen::MatrixXd both(kept.rows(), kept.cols() + numbers.cols());   // logits arrive in parts
        both << kept, numbers;
        kept = std::move(both);
    }
    bool wants_signals() const override { return true; }

    /// Returns nullptr when the site was not recorded.
    const Eigen::MatrixXd* at(const Site& site) const
    {
        const auto found = signals_.find(site);
        return found == signals_.end() ? nullptr : &found->second;
    }

private:
    std::vector<Site> sites_;
    std::map<Site, Eigen::MatrixXd> signals_;
};

struct Place {
    Text label;
    Site site;
};

Place end_of(const NetworkPlan& plan)
{
    if (plan.kind->has_tokens())
        return {tr("logits"), {0, "logits"}};
    return plan.outputs ? Place {tr("head"), {0, "head"}} : Place {tr("readout"), {0, "readout"}};
}

/// A place in depth, at which this fraction of the residual steps have been summed.
struct Fraction {
    Text label;
    double of_depth;

    int block(int depth) const { return std::max(1, int(std::lround(of_depth * depth))); }
    double error(int depth) const { return std::abs(of_depth - double(block(depth)) / depth); }
};

/// Returns the places that are separate blocks at every depth. When two places are the same block, only the one closer
/// to it is kept: at depth 2, a quarter and a half are both block 1, and only the half is compared.
std::vector<Fraction> fractions(const std::vector<int>& depths)
{
    const std::vector<Fraction> all {
        {tr("¼ of the depth"), 0.25}, {tr("½ of the depth"), 0.5}, {tr("¾ of the depth"), 0.75}, {tr("the end"), 1.0}};
    std::vector<Fraction> apart;
    std::ranges::copy_if(all, std::back_inserter(apart), [&](const Fraction& fraction) {
        return std::ranges::none_of(depths, [&](int depth) {
            return std::ranges::any_of(all, [&](const Fraction& other) {
                return other.block(depth) == fraction.block(depth)
                    && std::pair(other.error(depth), -other.of_depth)
                    < std::pair(fraction.error(depth), -fraction.of_depth);
            });
        });
    });
    return apart;
}

/// Returns every block; for a check over depths, the blocks at fractions of the depth.
std::vector<Place> places(const NetworkPlan& plan, const CheckRequest& request)
{
    std::vector<Place> all;
    const int depth = plan.depth();
    if (request.depths)
        for (const Fraction& fraction : fractions(request.sizes))
            all.push_back({fraction.label, {fraction.block(depth), plan.reading.output}});
    else
        for (int block = 1; block <= depth; ++block)
            all.push_back({plan.kind->numbered_unit(block), {block, plan.reading.output}});
    all.push_back(end_of(plan));
    return all;
}

double rms(const Eigen::MatrixXd& m)
{
    return std::sqrt(m.squaredNorm() / double(std::max<Eigen::Index>(1, m.size())));
}

Text sentence_of(const CheckedSite& site, const CoordinateCheck& check)
{
    const int steps = check.request.steps;
    const Text size = size_text(check.request.depths), slope = slope_text(*site.change);
    return site.change_scaling == Scaling::grows
        ? tr("The change of %1 in %2 {step|steps} grows with %3: %4; the slope should be 0.", site.label, steps, size,
            slope)
        : tr("The change of %1 in %2 {step|steps} shrinks with %3: %4; the slope should be 0.", site.label, steps, size,
            slope);
}

void judge(CoordinateCheck& check, const Parametrization& by)
{
    const Text size = size_text(check.request.depths);
    std::vector<Text> uncertain;
    for (const CheckedSite& site : check.sites) {
        if (site.change_scaling == Scaling::level)
            continue;
        if (site.change_scaling == Scaling::uncertain) {
            check.certain = false;
            uncertain.push_back(site.label);
            continue;
        }
        check.good = false;
        if (site.change_scaling == Scaling::unknown)
            check.sentences.push_back(tr("The change of %1 is 0 or not finite at some size.", site.label));
        else
            check.sentences.push_back(sentence_of(site, check));
    }
    if (!check.certain)
        check.sentences.push_back(
            tr("The intervals are too wide to tell whether the change of %1 depends on %2: add seeds or sizes.",
                joined(uncertain, ", "), size));
    if (check.good && check.certain)
        check.sentences.push_back(
            tr("The first steps change every layer equally at every %1: learning rates transfer.", size));
    const CheckedSite& end = check.sites.back();
    const auto& initial = by.rules[int(Growth::output)].initial;
    if (!check.request.depths && end.first_scaling == Scaling::shrinks && initial && initial->width < -0.5)
        check.sentences.push_back(
            tr("At step 0 the %1 shrinks with width: slope %2. This is expected: weights with σ ∝ 1/width sum to "
               "1/√width, and training overcomes it.",
                end.label, slope_text(end.first->slope)));
}

/// Trains one network and keeps its loss and the RMS of every place, at [step][size][seed].
class CheckedRun {
public:
    CheckedRun(CoordinateCheck& check, const std::vector<Place>& places, std::size_t size, std::size_t seed)
        : check_(check), size_(size), seed_(seed)
    {
        for (const Place& place : places)
            sites_.push_back(place.site);
    }

    void train(Trainer& trainer, std::size_t steps, const Context& context)
    {
        Keeper first(sites_);
        look(0, trainer, first, first, context);
        for (std::size_t step = 1; step < steps; ++step) {
            trainer.step(context);
            if (trainer.diverged())
                return;
            Keeper now(sites_);
            look(step, trainer, first, now, context);
        }
    }

private:
    /// At step 0, keeps the RMS; at later ones, that of the change since then.
    void look(std::size_t step, Trainer& trainer, const Keeper& first, Keeper& now, const Context& context)
    {
        const double loss = trainer.loss(now, context);
        check_.losses[step][size_][seed_] = loss;
        for (std::size_t s = 0; std::isfinite(loss) && s < sites_.size(); ++s) {
            const Eigen::MatrixXd *before = first.at(sites_[s]), *after = now.at(sites_[s]);
            if (before && after)
                check_.sites[s].rms[step][size_][seed_] = step == 0 ? rms(*before) : rms(*after - *before);
        }
    }

    CoordinateCheck& check_;
    std::size_t size_, seed_;
    std::vector<Site> sites_;
};

/// Returns the slope of ln RMS by ln size.
std::optional<Slope> checked_slope(const CheckedSite& site, std::size_t step, const std::vector<int>& sizes)
{
    std::vector<double> x;
    std::vector<std::vector<double>> y;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        x.push_back(std::log(double(sizes[i])));
        y.emplace_back();
        for (const double number : site.rms[step][i])
            y.back().push_back(std::log(number));
    }
    return slope_of(x, y);
}

}   // namespace

CoordinateCheck coordinate_check(const Experiment& experiment, const Parametrization& parametrization,
    const CheckRequest& request, NoiseCache& cache, const Context& context)
{
    const OptimizerInfo& optimizer = *find_optimizer(experiment.train->optimizer.name);
    CoordinateCheck check {.request = request,
        .parametrization = parametrization.label,
        .optimizer = optimizer.label,
        .sites = {},
        .losses = {},
        .sentences = {}};
    const auto sizes = request.sizes.size(), seeds = std::size_t(request.seeds);
    const auto steps = std::size_t(request.steps) + 1;
    const std::vector numbers(steps, std::vector(sizes, std::vector(seeds, nothing)));
    check.losses = numbers;

    const double parts = double(sizes * seeds);
    for (std::size_t i = 0; i < sizes; ++i) {
        const SizedExperiment sized(experiment, parametrization, request.sizes[i], request.depths);
        const std::vector<Place> here = places(sized.plan, request);
        if (i == 0)
            for (const Place& place : here)
                check.sites.push_back({.label = place.label, .rms = numbers, .first = {}, .change = {}});
        check.sites.back().end = true;
        for (std::size_t seed = 0; seed < seeds; ++seed) {
            context.progress(double(i * seeds + seed) / parts, tr("steps"));
            Trainer trainer = sized.trainer(int(seed), cache, context);
            CheckedRun(check, here, i, seed).train(trainer, steps, context);
        }
    }
    for (CheckedSite& site : check.sites) {
        site.first = checked_slope(site, 0, request.sizes);
        site.change = checked_slope(site, steps - 1, request.sizes);
        site.first_scaling = scaling_of(site.first);
        site.change_scaling = scaling_of(site.change);
    }
    judge(check, parametrization);
    return check;
}

}   // namespace stepzero
