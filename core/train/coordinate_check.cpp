// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/coordinate_check.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>

#include "core/kinds/kinds.h"
#include "core/modules/recorder.h"
#include "core/train/optimizer.h"
#include "core/train/task.h"
#include "core/train/trainer.h"
#include "core/words/shown_text.h"

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
        Eigen::MatrixXd both(kept.rows(), kept.cols() + numbers.cols());   // logits come in parts
        both << kept, numbers;
        kept = std::move(both);
    }
    bool wants_signals() const override { return true; }

    /// Null where it was not told.
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
    std::string label;
    Site site;
};

Site end_of(const NetworkPlan& plan)
{
    if (plan.kind->has_tokens())
        return {0, "logits"};
    return plan.outputs ? Site {0, "head"} : Site {0, "readout"};
}

/// A place along the depth, at which this fraction of the stream's steps have been summed.
struct Fraction {
    const char* label;
    double of_depth;

    int block(int depth) const { return std::max(1, int(std::lround(of_depth * depth))); }
    double error(int depth) const { return std::abs(of_depth - double(block(depth)) / depth); }
};

/// Places along the depth that are blocks of their own at every depth. Where two are one block, only the one that is
/// nearer to it stays: at depth 2 a quarter and a half are block 1, and what is compared there is the half.
std::vector<Fraction> fractions(const std::vector<int>& depths)
{
    const std::vector<Fraction> all {
        {"¼ of the depth", 0.25}, {"½ of the depth", 0.5}, {"¾ of the depth", 0.75}, {"the end", 1.0}};
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

/// Every block; by depth those at fractions of it.
std::vector<Place> places(const NetworkPlan& plan, const CheckRequest& request)
{
    std::vector<Place> all;
    const int depth = plan.depth();
    if (request.depths)
        for (const Fraction& fraction : fractions(request.sizes))
            all.push_back({fraction.label, {fraction.block(depth), plan.reading.output}});
    else
        for (int block = 1; block <= depth; ++block)
            all.push_back({plan.kind->unit() + std::string(" ") + std::to_string(block), {block, plan.reading.output}});
    const Site end = end_of(plan);
    all.push_back({end.role, end});
    return all;
}

double rms(const Eigen::MatrixXd& m)
{
    return std::sqrt(m.squaredNorm() / double(std::max<Eigen::Index>(1, m.size())));
}

std::string sentence_of(const CheckedSite& site, const CoordinateCheck& check)
{
    const char* size = check.request.depths ? "depth" : "width";
    const std::string change = check.request.steps == 1
        ? "The change of " + site.label + " in 1 step"
        : "The change of " + site.label + " in " + std::to_string(check.request.steps) + " steps";
    return site.change_scaling == Scaling::grows
        ? change + " grows with " + size + ": " + slope_text(*site.change) + ", and 0 is wanted."
        : change + " shrinks with " + size + ": " + slope_text(*site.change) + ", and 0 is wanted.";
}

void judge(CoordinateCheck& check, const Parametrization& by)
{
    const char* size = check.request.depths ? "depth" : "width";
    std::string uncertain;
    for (const CheckedSite& site : check.sites) {
        if (site.change_scaling == Scaling::level)
            continue;
        if (site.change_scaling == Scaling::uncertain) {
            check.certain = false;
            uncertain += (uncertain.empty() ? "" : ", ") + site.label;
            continue;
        }
        check.good = false;
        if (site.change_scaling == Scaling::unknown)
            check.sentences.push_back("The change of " + site.label + " is 0 or not finite at some size.");
        else
            check.sentences.push_back(sentence_of(site, check));
    }
    if (!check.certain)
        check.sentences.push_back("The intervals are too wide to tell whether what the first steps change of "
            + uncertain + " goes with " + size + ": add seeds or sizes.");
    if (check.good && check.certain)
        check.sentences.push_back(
            std::string("What the first steps change is of one size at every ") + size + ": learning rates transfer.");
    const CheckedSite& end = check.sites.back();
    const auto& initial = by.rules[int(Growth::output)].initial;
    if (!check.request.depths && end.first_scaling == Scaling::shrinks && initial && initial->width < -0.5)
        check.sentences.push_back("At step 0 the " + end.label + " shrinks with width: slope "
            + slope_text(end.first->slope)
            + ". Weights whose σ goes with 1/width sum to 1/√width; so it has to be, and the steps overcome it. From "
              "zeros it would be 0.");
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
        std::vector<Site> wanted;
        for (const Place& place : here) {
            wanted.push_back(place.site);
            if (i == 0)
                check.sites.push_back({.label = place.label, .rms = numbers, .first = {}, .change = {}});
        }
        check.sites.back().end = true;
        for (std::size_t seed = 0; seed < seeds; ++seed) {
            context.progress(double(i * seeds + seed) / parts, "steps");
            Trainer trainer = sized.trainer(int(seed), cache, context);
            Keeper first(wanted);
            const auto look = [&](std::size_t step, Keeper& now, const auto& number) {
                const double loss = trainer.loss(now, context);
                check.losses[step][i][seed] = loss;
                for (std::size_t s = 0; std::isfinite(loss) && s < wanted.size(); ++s) {
                    const Eigen::MatrixXd *before = first.at(wanted[s]), *after = now.at(wanted[s]);
                    if (before && after)
                        check.sites[s].rms[step][i][seed] = number(*before, *after);
                }
            };
            look(0, first, [](const auto& before, const auto&) { return rms(before); });
            for (std::size_t step = 1; step < steps; ++step) {
                trainer.step(context);
                if (trainer.diverged())
                    break;
                Keeper now(wanted);
                look(step, now, [](const auto& before, const auto& after) { return rms(after - before); });
            }
        }
    }
    for (CheckedSite& site : check.sites) {
        const auto line = [&](std::size_t step) {
            std::vector<double> x;
            std::vector<std::vector<double>> y;
            for (std::size_t i = 0; i < sizes; ++i) {
                x.push_back(std::log(double(request.sizes[i])));
                y.emplace_back();
                for (const double number : site.rms[step][i])
                    y.back().push_back(std::log(number));
            }
            return slope_of(x, y);
        };
        site.first = line(0);
        site.change = line(steps - 1);
        site.first_scaling = scaling_of(site.first);
        site.change_scaling = scaling_of(site.change);
    }
    judge(check, parametrization);
    return check;
}

}   // namespace stepzero
