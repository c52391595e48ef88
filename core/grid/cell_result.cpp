// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/grid/cell_result.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/architecture/tokens.h"
#include "core/exchange/experiment_file.h"
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

CellLayer layer_of(const LayerMeasurement& layer, const LayerMeasurement* spread)
{
    CellLayer numbers {numbers_of(layer.weight, spread ? &spread->weight : nullptr),
        numbers_of(layer.preactivation, spread ? &spread->preactivation : nullptr),
        numbers_of(layer.output, spread ? &spread->output : nullptr), {}, {}};
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

void add_dense_predictions(const Experiment& experiment, std::vector<CellLayer>& layers)
{
    const Prediction prediction = predict(experiment);
    for (std::size_t i = 0; i < layers.size() && i < prediction.layers.size(); ++i)
        if (const auto& p = prediction.layers[i])
            layers[i].prediction = {unsigned_zero(p->preactivation_rms), unsigned_zero(p->activation_mean),
                unsigned_zero(p->activation_std), unsigned_zero(p->activation_rms), p->gradient_rms};
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
        layer.activation_rms = std::pow(10.0, step.log10_stream_rms);
        if (step.log10_stream_gradient_rms)
            layer.gradient_rms = std::pow(10.0, *step.log10_stream_gradient_rms);
    }
}

double log10_rms(const CellMoments& moments)
{
    return moments.log10_rms ? *moments.log10_rms : std::log10(moments.rms);
}

double std_of(const CellLayer& layer) { return layer.output.value.std; }

}   // namespace

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
