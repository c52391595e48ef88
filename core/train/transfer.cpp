// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/transfer.h"

#include <algorithm>
#include <cmath>

#include "core/base/words/nan.h"
#include "core/base/words/words.h"
#include "core/train/optimizer.h"

namespace stepzero {

namespace {

void judge(Transfer& t)
{
    const Text size = size_text(t.request.depths);
    switch (t.scaling) {
    case Scaling::level:
        t.sentences.push_back(tr("The best learning rate is the same at every %1: %2.", size, slope_text(*t.drift)));
        break;
    case Scaling::grows:
        t.sentences.push_back(tr("The best learning rate grows with %1: %2; the slope should be 0. The learning rate "
                                 "found at one %1 is wrong at another.",
            size, slope_text(*t.drift)));
        break;
    case Scaling::shrinks:
        t.sentences.push_back(tr("The best learning rate shrinks with %1: %2; the slope should be 0. The learning rate "
                                 "found at one %1 is wrong at another.",
            size, slope_text(*t.drift)));
        break;
    case Scaling::uncertain:
        t.sentences.push_back(
            tr("The interval is too wide to tell whether the best learning rate depends on %1: %2. Add "
               "seeds, sizes or steps.",
                size, slope_text(*t.drift)));
        break;
    case Scaling::unknown:
        t.sentences.push_back(
            tr("At some %1 the lowest loss is at the first or last learning rate: add learning rates on that side.",
                size));
        break;
    }
}

}   // namespace

std::vector<double> rates_around(double rate)
{
    std::vector<double> rates;
    constexpr int doublings = 4;
    for (int i = -doublings; i <= doublings; ++i)
        rates.push_back(std::ldexp(rate, i));
    return rates;
}

double best_rate(const std::vector<double>& rates, const std::vector<double>& losses, double first)
{
    std::vector<double> y;
    for (const double loss : losses)
        y.push_back(std::log(std::isfinite(loss) ? std::min(loss, first) : first));
    const auto at = std::size_t(std::ranges::min_element(y) - y.begin());
    if (at == 0 || at + 1 == y.size())
        return nan;
    // Computes the vertex of the parabola through three points.
    const double middle = std::log(rates[at]), left = std::log(rates[at - 1]) - middle,
                 right = std::log(rates[at + 1]) - middle;
    const double rise_left = (y[at - 1] - y[at]) / left, rise_right = (y[at + 1] - y[at]) / right;
    const double curvature = (rise_right - rise_left) / (right - left);
    return curvature > 0 ? middle - (rise_left - curvature * left) / (2 * curvature) : nan;
}

Transfer transfer(const Experiment& experiment, const Parametrization& parametrization, const TransferRequest& request,
    NoiseCache& cache, const Context& context)
{
    Transfer t {.request = request,
        .parametrization = parametrization.label,
        .optimizer = find_optimizer(experiment.train->optimizer.name)->label,
        .steps = experiment.train->steps,
        .losses = {},
        .best = {},
        .drift = {},
        .sentences = {}};
    const auto seeds = std::size_t(request.seeds), rates = request.rates.size();
    const double parts = double(request.sizes.size() * seeds * rates);
    double done = 0;
    std::vector<double> x;
    for (const int size : request.sizes) {
        SizedExperiment sized(experiment, parametrization, size, request.depths);
        auto& losses = t.losses.emplace_back(rates, std::vector(seeds, nan));
        auto& best = t.best.emplace_back();
        x.push_back(std::log(double(size)));
        for (std::size_t seed = 0; seed < seeds; ++seed) {
            double first = 0;
            std::vector<double> of_seed;
            for (std::size_t rate = 0; rate < rates; ++rate) {
                context.progress(done++ / parts, tr("training"));
                sized.experiment.train->learning_rate = request.rates[rate];
                Trainer trainer = sized.trainer(int(seed), cache, context);
                Recorder nobody;
                if (rate == 0)
                    first = trainer.loss(nobody, context);
                for (int step = 0; step < t.steps && !trainer.diverged(); ++step)
                    trainer.step(context);
                if (!trainer.diverged())
                    losses[rate][seed] = trainer.loss(nobody, context);
                of_seed.push_back(losses[rate][seed]);
            }
            best.push_back(best_rate(request.rates, of_seed, first));
        }
    }
    t.drift = slope_of(x, t.best);
    t.scaling = scaling_of(t.drift);
    judge(t);
    return t;
}

}   // namespace stepzero
