// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/grid/cell_result.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/network/tokens.h"
#include "core/files/experiment_file.h"
#include "core/simulate/simulate.h"
#include "core/theory/predict.h"

namespace stepzero {

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t weight_bins = 64;   // a whole number of a Distribution's bins each
constexpr int density_points = 201;   // so near that the narrowest kernel, a bin of a Distribution, is not missed

/// A file has no sign for a zero.
double unsigned_zero(double number) { return number == 0 ? 0 : number; }

CellMoments moments_of(const Distribution& d)
{
    CellMoments moments {unsigned_zero(d.plain(d.mean)), unsigned_zero(d.plain(d.std)), unsigned_zero(d.plain(d.rms))};
    if (d.exponent != 0)
        moments.log10_rms = unsigned_zero(d.log10_of(d.rms));
    return moments;
}

CellNumbers numbers_of(const Distribution& d, const Distribution* spread)
{
    CellNumbers numbers {moments_of(d)};
    if (spread)
        numbers.sd = moments_of(*spread);
    if (numbers.sd)
        numbers.sd->log10_rms.reset();
    return numbers;
}

CellQuantiles quantiles_of(const Distribution& d)
{
    constexpr std::size_t first = 1;   // of quantile_levels: 5 %
    CellQuantiles quantiles;
    for (std::size_t i = 0; i < quantiles.size(); ++i)
        quantiles[i] = unsigned_zero(d.plain(d.quantiles[first + i]));
    return quantiles;
}

CellLayer layer_of(const LayerMeasurement& layer, const LayerMeasurement* spread)
{
    CellLayer numbers;
    numbers.weight = numbers_of(layer.weight, spread ? &spread->weight : nullptr);
    numbers.preactivation = numbers_of(layer.preactivation, spread ? &spread->preactivation : nullptr);
    numbers.output = numbers_of(layer.output, spread ? &spread->output : nullptr);
    numbers.preactivation_quantiles = quantiles_of(layer.preactivation);
    numbers.output_quantiles = quantiles_of(layer.output);
    numbers.zero_fraction = layer.zero_fraction;
    numbers.saturated_fraction = layer.saturated_fraction;
    if (layer.weight.count == 0)   // behind a lost signal a block's are not drawn
        numbers.weight = {{nan, nan, nan}, {}};
    if (layer.gradient)
        numbers.gradient = numbers_of(*layer.gradient, spread && spread->gradient ? &*spread->gradient : nullptr);
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

/// Of a number that has left the range of double, its log10.
std::optional<double> log10_beyond(double plain, double log10)
{
    return plain == 0 || std::isinf(plain) ? std::optional(log10) : std::nullopt;
}

CellPrediction prediction_of(const LayerPrediction& p)
{
    CellPrediction cell;
    cell.weight_std = unsigned_zero(p.weight_std);
    cell.preactivation_rms = unsigned_zero(p.preactivation_rms);
    cell.activation_mean = unsigned_zero(p.activation_mean);
    cell.activation_std = unsigned_zero(p.activation_std);
    cell.activation_rms = unsigned_zero(p.activation_rms);
    cell.gradient_rms = p.gradient_rms;
    cell.log10_preactivation_rms = log10_beyond(p.preactivation_rms, p.log10_preactivation_rms);
    cell.log10_activation_std = log10_beyond(p.activation_std, p.log10_activation_std);
    cell.log10_activation_rms = log10_beyond(p.activation_rms, p.log10_activation_rms);
    if (p.gradient_rms)
        cell.log10_gradient_rms = log10_beyond(*p.gradient_rms, *p.log10_gradient_rms);
    cell.preactivation_spread = p.preactivation_spread;
    cell.activation_std_spread = p.activation_std_spread;
    cell.activation_spread = p.activation_spread;
    cell.gradient_spread = p.gradient_spread;
    cell.zero_fraction = p.zero_fraction;
    cell.saturated_fraction = p.saturated_fraction;
    return cell;
}

void add_dense_predictions(const Experiment& experiment, std::vector<CellLayer>& layers)
{
    const Prediction prediction = predict(experiment);
    for (std::size_t i = 0; i < layers.size() && i < prediction.layers.size(); ++i)
        if (const auto& p = prediction.layers[i])
            layers[i].prediction = prediction_of(*p);
}

/// The stream behind each block: the last step that brings theory there.
void add_block_predictions(const Experiment& experiment, const Context& context, std::vector<CellLayer>& layers)
{
    const Body& body = *architecture_of(experiment.network).body;
    const BlockPrediction prediction = body.predict(experiment, whole_extent(experiment), context);
    for (const StepPrediction& step : prediction.steps) {
        if (step.word != body.steps.back().word)
            continue;
        CellPrediction& layer = layers.at(std::size_t(step.block - 1)).prediction;
        const auto put = [](std::optional<double>& plain, std::optional<double>& beyond, double log10) {
            plain = std::pow(10.0, log10);
            beyond = log10_beyond(*plain, log10);
        };
        put(layer.activation_rms, layer.log10_activation_rms, step.log10_stream_rms);
        if (step.log10_stream_gradient_rms)
            put(layer.gradient_rms, layer.log10_gradient_rms, *step.log10_stream_gradient_rms);
    }
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

CellResult run_cell(
    const Grid& grid, std::size_t index, const std::filesystem::path& folder, NoiseCache& cache, const Context& context)
{
    Experiment experiment = with_input_from(folder, cell_experiment(grid, index));
    experiment.measure.correlation = false;   // takes time, and nothing of it is kept
    const Measurement measurement = simulate(experiment, cache, context);
    CellResult cell {
        index, cell_labels(grid, index), {}, weights_of(measurement.layers.front().weight), measurement.remarks};
    for (std::size_t i = 0; i < measurement.layers.size(); ++i)
        cell.layers.push_back(
            layer_of(measurement.layers[i], measurement.spread.empty() ? nullptr : &measurement.spread.at(i)));
    if (architecture_of(experiment.network).body)
        add_block_predictions(experiment, context, cell.layers);
    else
        add_dense_predictions(experiment, cell.layers);
    return cell;
}

double cell_cost(const Experiment& experiment)
{
    if (const Body* body = architecture_of(experiment.network).body)
        return body->cost(experiment, whole_extent(experiment)) / 2 * experiment.replicas;
    double weights = 0;
    for (int l = 1; l <= depth(experiment.network); ++l)
        weights += double(width_of_layer(experiment.network, l - 1)) * width_of_layer(experiment.network, l);
    const double passes = experiment.measure.gradient ? 2 : 1;
    return passes * weights * sample_count(experiment) * experiment.replicas;
}

}   // namespace stepzero
