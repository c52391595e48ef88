// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/grid/cell_result.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/words/nan.h"
#include "core/checkpoint/weights/given_weights.h"
#include "core/files/experiment_file.h"
#include "core/kinds/tokens.h"
#include "core/simulate/simulate.h"
#include "core/study/grid/cell_training.h"
#include "core/train/training_run.h"

namespace stepzero {

namespace {

constexpr std::size_t weight_bins = 64;   // each merges a whole number of bins of a Distribution
constexpr int density_points = 201;   // dense enough for the narrowest kernel, a bin of a Distribution

/// Files do not store the sign of zero.
double unsigned_zero(double number) { return number == 0 ? 0 : number; }

CellMoments moments_of(const Distribution& d)
{
    CellMoments moments {unsigned_zero(d.plain(d.mean)), unsigned_zero(d.plain(d.std)), unsigned_zero(d.plain(d.rms))};
    if (d.exponent != 0)
        moments.log10_rms = unsigned_zero(d.log10_of(d.rms));
    return moments;
}

CellNumbers numbers_of(const Distribution* d, const Distribution* spread)
{
    if (!d)   // after a lost signal, a block's weights are not sampled
        return {{nan, nan, nan}, {}};
    CellNumbers numbers {moments_of(*d)};
    if (spread)
        numbers.sd = moments_of(*spread);
    if (numbers.sd)
        numbers.sd->log10_rms.reset();
    return numbers;
}

CellQuantiles quantiles_of(const Distribution& d)
{
    constexpr std::size_t first = 1;   // index of 5% in quantile_levels
    CellQuantiles quantiles;
    for (std::size_t i = 0; i < quantiles.size(); ++i)
        quantiles[i] = unsigned_zero(d.plain(d.quantiles[first + i]));
    return quantiles;
}

CellLayer layer_of(const Measurement& m, int block)
{
    const BlockRecord& spread = m.spread_of(block);
    const Reading& at = m.reading;
    CellLayer numbers;
    numbers.weight = numbers_of(m.weight(block), spread.weight(at.weight));
    numbers.preactivation = numbers_of(m.preactivation(block), spread.value(at.preactivation));
    numbers.output = numbers_of(m.output(block), spread.value(at.output));
    numbers.preactivation_quantiles = quantiles_of(*m.preactivation(block));
    numbers.output_quantiles = quantiles_of(*m.output(block));
    numbers.zero_fraction = m.number(block, Quantity::zero_fraction);
    numbers.saturated_fraction = m.number(block, Quantity::saturated_fraction);
    if (const Distribution* gradient = m.gradient(block))
        numbers.gradient = numbers_of(gradient, spread.gradient(at.gradient));
    return numbers;
}

CellWeights weights_of(const Distribution& d)
{
    CellWeights weights;
    const std::vector<double>& counts = d.histogram.counts;
    weights.low = unsigned_zero(d.plain(d.histogram.low));
    weights.high = unsigned_zero(d.plain(d.histogram.high));
    weights.quantiles = quantiles_of(d);
    const std::size_t together = std::max<std::size_t>(1, counts.size() / weight_bins);
    weights.counts.resize((counts.size() + together - 1) / together);
    for (std::size_t i = 0; i < counts.size(); ++i)
        weights.counts[i / together] += counts[i];
    if (const Curve curve = density_estimate(d, density_points); !curve.x.empty()) {
        weights.density_low = unsigned_zero(d.plain(curve.x.front()));
        weights.density_high = unsigned_zero(d.plain(curve.x.back()));
        for (const double y : curve.y)
            weights.density.push_back(y / d.plain(1));
    }
    return weights;
}

struct CellSize {
    std::optional<double> CellPrediction::*number, CellPrediction::*log10, CellPrediction::*spread;
};

void put(CellPrediction& cell, const Predicted* size, CellSize at)
{
    if (!size)
        return;
    cell.*at.number = unsigned_zero(size->value);
    if (size->value == 0 || std::isinf(size->value))
        cell.*at.log10 = size->log10();
    cell.*at.spread = size->spread;
}

CellPrediction prediction_of(const Prediction& p, int block)
{
    using C = CellPrediction;
    const auto value
        = [](const Predicted* found) { return found ? std::optional(unsigned_zero(found->value)) : std::nullopt; };
    CellPrediction cell;
    cell.weight_std = value(p.preactivation(block, Quantity::weight_std));
    put(cell, p.preactivation(block, Quantity::rms),
        {&C::preactivation_rms, &C::log10_preactivation_rms, &C::preactivation_spread});
    cell.activation_mean = value(p.output(block, Quantity::mean));
    put(cell, p.output(block, Quantity::std),
        {&C::activation_std, &C::log10_activation_std, &C::activation_std_spread});
    put(cell, p.output(block, Quantity::rms), {&C::activation_rms, &C::log10_activation_rms, &C::activation_spread});
    put(cell, p.gradient(block), {&C::gradient_rms, &C::log10_gradient_rms, &C::gradient_spread});
    cell.zero_fraction = value(p.output(block, Quantity::zero_fraction));
    cell.saturated_fraction = value(p.output(block, Quantity::saturated_fraction));
    return cell;
}

double std_of(const CellLayer& layer) { return layer.output.value.std; }

}   // namespace

double log10_rms(const CellMoments& moments)
{
    return moments.log10_rms ? *moments.log10_rms : std::log10(moments.rms);
}

double last_std(const CellResult& cell) { return std_of(cell.layers.back()); }
double least_layer_std(const CellResult& cell) { return std_of(*std::ranges::min_element(cell.layers, {}, std_of)); }
double most_layer_std(const CellResult& cell) { return std_of(*std::ranges::max_element(cell.layers, {}, std_of)); }

std::optional<double> log10_gradient_ratio(const CellResult& cell)
{
    const auto &first = cell.layers.front().gradient, &last = cell.layers.back().gradient;
    if (!first || !last)
        return std::nullopt;
    const double ratio = log10_rms(first->value) - log10_rms(last->value);
    return std::isnan(ratio) || ratio == std::numeric_limits<double>::infinity() ? std::nullopt
                                                                                 : std::optional(unsigned_zero(ratio));
}

CellResult cell_of(const Measurement& measurement, const Prediction& prediction)
{
    CellResult cell;
    cell.remarks = measurement.remarks;
    if (const Distribution* weights = measurement.weight(1))
        cell.weights = weights_of(*weights);
    for (int block = 1; block <= measurement.depth(); ++block) {
        cell.layers.push_back(layer_of(measurement, block));
        cell.layers.back().prediction = prediction_of(prediction, block);
    }
    return cell;
}

CellResult run_cell(
    const Grid& grid, std::size_t index, const std::filesystem::path& folder, NoiseCache& cache, const Context& context)
{
    Experiment experiment = with_input_from(folder, cell_experiment(grid, index));
    experiment.measure.correlation = false;   // takes time, and is not stored
    const NetworkPlan plan = plan_of(experiment, context);
    const Measurement measurement = simulate(experiment, plan, cache, context);
    const Prediction prediction = predict(experiment, plan, whole_extent(experiment), context);
    CellResult cell = cell_of(measurement, prediction);
    cell.index = index;
    cell.labels = cell_labels(grid, index);
    if (experiment.train)
        cell.training = train_cell(grid, experiment, plan, cache, context);
    return cell;
}

double cell_cost(const Experiment& experiment, const NetworkPlan& plan)
{
    const Extent extent = whole_extent(experiment);
    const double steps = experiment.train ? training_operations(experiment, plan, extent) : 0;
    return (plan.kind->cost(experiment, plan, extent) + steps) / 2 * experiment.replicas;
}

}   // namespace stepzero
