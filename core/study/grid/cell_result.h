// SPDX-License-Identifier: GPL-3.0-or-later
// The stored result of one cell of a study. It suffices for small multiples, curves and the table, and is small enough
// that ten thousand cells fit into memory.
#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/base/run/context.h"
#include "core/network/init/noise_cache.h"
#include "core/simulate/measurement.h"
#include "core/study/grid/grid.h"
#include "core/theory/prediction.h"

namespace stepzero {

/// Plain numbers, which may overflow or underflow (inf or 0). As in a Measurement, signals after the layer where they
/// were lost are all 0 or inf. Weights that were not sampled because of that are NaN.
struct CellMoments {
    double mean = 0, std = 0, rms = 0;
    std::optional<double> log10_rms {};   ///< when rms exceeds the range of double
};

/// Means over replicas and, for several replicas, standard deviations over them (n − 1).
struct CellNumbers {
    CellMoments value;
    std::optional<CellMoments> sd {};
};

/// Predicted numbers of a layer; absent where theory has none. A log10 is present when the number exceeds the range of
/// double. A spread is the standard deviation of ln of the number over networks (core/theory/finite_width.h).
struct CellPrediction {
    std::optional<double> weight_std {}, preactivation_rms {}, activation_mean {}, activation_std {}, activation_rms {},
        gradient_rms {};
    std::optional<double> log10_preactivation_rms {}, log10_activation_std {}, log10_activation_rms {},
        log10_gradient_rms {};
    std::optional<double> preactivation_spread {}, activation_std_spread {}, activation_spread {}, gradient_spread {};
    std::optional<double> zero_fraction {}, saturated_fraction {};
};

/// Quantiles at 5, 25, 50, 75 and 95%, as plain numbers.
using CellQuantiles = std::array<double, 5>;

/// A layer, or a block.
struct CellLayer {
    CellNumbers weight, preactivation, output;
    std::optional<CellNumbers> gradient;   ///< absent when not measured
    CellQuantiles preactivation_quantiles {}, output_quantiles {};
    std::optional<double> zero_fraction {}, saturated_fraction {};   ///< fractions of the output; may be absent
    CellPrediction prediction;
};

/// The entries of the first layer's weights.
struct CellWeights {
    double low = 0, high = 0;
    std::vector<double> counts;   ///< in equal bins over [low, high], for all replicas together
    double density_low = 0, density_high = 0;
    std::vector<double> density;   ///< kernel density estimate at equal steps; empty for a single value
    CellQuantiles quantiles {};
};

/// Training results of a cell. The logarithm of the loss is averaged over replicas.
struct CellTraining {
    double log10_first_loss = 0, log10_last_loss = 0;   ///< over all samples, before the first step and after the last
    std::optional<double> last_loss_sd {};   ///< standard deviation of log10, for several replicas (n − 1)
    std::optional<double> right {};   ///< accuracy at the last step, for tasks with classes
    bool diverged = false;   ///< true when any replica diverged; the last loss is then meaningless and 0 here
};

struct CellResult {
    std::size_t index = 0;
    std::vector<std::string> labels;   ///< one per axis
    std::vector<CellLayer> layers;   ///< not empty
    CellWeights weights;
    std::optional<CellTraining> training;   ///< absent when the experiment is not trained
    std::vector<Remark> remarks;
};

/// Columns of a study's table.
double last_std(const CellResult& cell);   ///< standard deviation of the last layer's output
/// Minimum and maximum over the outputs of all layers.
double least_layer_std(const CellResult& cell);
double most_layer_std(const CellResult& cell);
/// log10 of rms; −inf for 0.
double log10_rms(const CellMoments& moments);
/// Returns log10 of the RMS of the first layer's gradient over that of the last; a logarithm, because deep networks
/// exceed the range of double. Absent when not measured, lost, or zero at the last layer.
std::optional<double> log10_gradient_ratio(const CellResult& cell);

/// Returns the layers, weights and remarks of a network that was simulated and predicted, without training.
CellResult cell_of(const Measurement& measurement, const Prediction& prediction);

/// Simulates, predicts and trains a cell, without singular values and correlations. A relative input file is resolved
/// against `folder`. A trained cell with another width or depth than the study's own experiment is derived from it by
/// the parametrization. Throws what simulate() throws.
CellResult run_cell(const Grid& grid, std::size_t index, const std::filesystem::path& folder, NoiseCache& cache,
    const Context& context);

/// Returns the approximate cost of run_cell() in multiplications. Throws BadInput.
double cell_cost(const Experiment& experiment, const NetworkPlan& plan);

}   // namespace stepzero
