// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/theory_cache.h"

#include <algorithm>
#include <cmath>

#include "core/kinds/kinds.h"

namespace stepzero {

namespace {

constexpr std::size_t most_theories = 8, most_gains = 8, most_maps = 16;   // a few hundred kilobytes each, at most
constexpr std::size_t most_predictions = 4;   // about ten megabytes each for 10000 layers
constexpr int whole_side = 200, coarse_side = 50;

/// Integrals of a function that oscillates at every scale, such as sin, take time in proportion to the variance. At
/// large variances, where correlations are lost within one layer, depth scales would take minutes.
constexpr double longest_of_oscillating = 1000;
bool depth_scales_are_at_hand(const PhaseTheory& theory, PhaseRange range)
{
    const bool oscillates = std::isfinite(roughness(theory.mean_field().expectation().phi()).longest_panel);
    return !oscillates || std::max(range.weight, range.bias) <= longest_of_oscillating;
}

/// Moves the first entry that `fits` to the front and returns it; null when there is none.
template <class Entry, class Fits>
std::shared_ptr<const Entry> found(std::list<std::shared_ptr<const Entry>>& entries, const Fits& fits)
{
    const auto at = std::find_if(entries.begin(), entries.end(), [&](const auto& entry) { return fits(*entry); });
    if (at == entries.end())
        return nullptr;
    entries.splice(entries.begin(), entries, at);
    return entries.front();
}

template <class Entry>
std::shared_ptr<const Entry> kept(
    std::list<std::shared_ptr<const Entry>>& entries, std::size_t most, std::shared_ptr<const Entry> entry)
{
    entries.push_front(entry);
    if (entries.size() > most)
        entries.pop_back();
    return entry;
}

}   // namespace

std::shared_ptr<const PhaseTheory> TheoryCache::theory(const Activation& activation, const Context& context)
{
    {
        const std::lock_guard lock(mutex_);
        if (auto known = found(theories_, [&](const PhaseTheory& t) { return t.activation() == activation; }))
            return known;
    }
    auto made = std::make_shared<const PhaseTheory>(activation, context);
    const std::lock_guard lock(mutex_);
    return kept(theories_, most_theories, std::move(made));
}

std::shared_ptr<const Gains> TheoryCache::gains(const Activation& activation, double q, const Context& context)
{
    {
        const std::lock_guard lock(mutex_);
        if (auto known = found(gains_, [&](const KnownGains& g) { return g.q == q && g.activation == activation; }))
            return known->gains;
    }
    auto made = std::make_shared<const Gains>(stepzero::gains(theory(activation, context)->mean_field(), q, context));
    const std::lock_guard lock(mutex_);
    return kept(gains_, most_gains, std::make_shared<const KnownGains>(KnownGains {activation, q, std::move(made)}))
        ->gains;
}

std::shared_ptr<const PhaseMap> TheoryCache::known_map(const PhaseTheory& theory, PhaseRange range, double input_square)
{
    const double counts = theory.input_square_that_counts(input_square);
    const std::lock_guard lock(mutex_);
    return found(maps_, [&](const PhaseMap& map) {
        return map.activation == theory.activation() && map.range == range && map.input_square == counts;
    });
}

std::shared_ptr<const PhaseMap> TheoryCache::quick_map(
    const PhaseTheory& theory, PhaseRange range, double input_square, const Context& context)
{
    if (auto known = known_map(theory, range, input_square))
        return known;
    return std::make_shared<const PhaseMap>(theory.map(range, coarse_side, coarse_side, false, context, input_square));
}

std::shared_ptr<const PhaseMap> TheoryCache::whole_map(
    const PhaseTheory& theory, PhaseRange range, double input_square, const Context& context)
{
    if (auto known = known_map(theory, range, input_square))
        return known;
    auto made = std::make_shared<const PhaseMap>(
        theory.map(range, whole_side, whole_side, depth_scales_are_at_hand(theory, range), context, input_square));
    const std::lock_guard lock(mutex_);
    return kept(maps_, most_maps, std::move(made));
}

std::shared_ptr<const Prediction> TheoryCache::prediction(
    const Experiment& experiment, const NetworkPlan& plan, Extent extent, const Context& context)
{
    {
        const std::lock_guard lock(mutex_);
        if (auto known = found(predictions_, [&](const KnownPrediction& p) {
                return p.extent == extent && p.given == plan.given && same_at_step_0(p.experiment, experiment);
            }))
            return known->prediction;
    }
    auto made = std::make_shared<const Prediction>(predict(experiment, plan, extent, context));
    const std::lock_guard lock(mutex_);
    return kept(predictions_, most_predictions,
        std::make_shared<const KnownPrediction>(KnownPrediction {experiment, plan.given, extent, std::move(made)}))
        ->prediction;
}

}   // namespace stepzero
