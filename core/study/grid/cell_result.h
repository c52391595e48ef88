// SPDX-License-Identifier: GPL-3.0-or-later
// What is kept of a cell: enough for small multiples, curves and the table of a study, and little enough that ten
// thousand of them can be held.
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

/// Plain numbers, which may leave their range (0 or inf). As in a Measurement, signals behind the layer where they were
/// lost are all 0 or inf. Weights that were not drawn because of that are NaN.
struct CellMoments {
    double mean = 0, std = 0, rms = 0;
    std::optional<double> log10_rms {};   ///< where rms has left the range of double
};

/// Means over replicas, and of several replicas the standard deviations over them (n − 1).
struct CellNumbers {
    CellMoments value;
    std::optional<CellMoments> sd {};
};

/// Theory's numbers of a layer; each absent where it has none. A log10 is there where the number has left the range of
/// double. A spread is the standard deviation of ln of the number over networks (core/theory/finite_width.h).
struct CellPrediction {
    std::optional<double> weight_std {}, preactivation_rms {}, activation_mean {}, activation_std {}, activation_rms {},
        gradient_rms {};
    std::optional<double> log10_preactivation_rms {}, log10_activation_std {}, log10_activation_rms {},
        log10_gradient_rms {};
    std::optional<double> preactivation_spread {}, activation_std_spread {}, activation_spread {}, gradient_spread {};
    std::optional<double> zero_fraction {}, saturated_fraction {};
};

/// At 5, 25, 50, 75 and 95 %, plain numbers.
using CellQuantiles = std::array<double, 5>;

/// A layer, or a block.
struct CellLayer {
    CellNumbers weight, preactivation, output;
    std::optional<CellNumbers> gradient;   ///< absent when not measured
    CellQuantiles preactivation_quantiles {}, output_quantiles {};
    std::optional<double> zero_fraction {}, saturated_fraction {};   ///< of the output; absent where not measured
    CellPrediction prediction;
};

/// The entries of the first layer's weights.
struct CellWeights {
    double low = 0, high = 0;
    std::vector<double> counts;   ///< in equal bins over [low, high]; of all replicas
    double density_low = 0, density_high = 0;
    std::vector<double> density;   ///< kernel estimate at equal steps over its range; empty for a single value
    CellQuantiles quantiles {};
};

/// Of a cell that is trained. Over replicas the loss' logarithm is averaged.
struct CellTraining {
    double log10_first_loss = 0, log10_last_loss = 0;   ///< over all samples, before the first step and behind the last
    std::optional<double> last_loss_sd {};   ///< of several replicas, of log10 (n − 1)
    std::optional<double> right {};   ///< share of right classes at the last step; of tasks with classes
    bool diverged = false;   ///< of some replica: then the loss behind the last step is none, and 0 here
};

struct CellResult {
    std::size_t index = 0;
    std::vector<std::string> labels;   ///< one an axis
    std::vector<CellLayer> layers;   ///< not empty
    CellWeights weights;
    std::optional<CellTraining> training;   ///< absent where the experiment is not trained
    std::vector<Remark> remarks;
};

/// The columns of a study's table.
double last_std(const CellResult& cell);   ///< of the last layer's output
/// Of all layers' outputs.
double least_layer_std(const CellResult& cell);
double most_layer_std(const CellResult& cell);
/// log10 of rms; −inf for 0.
double log10_rms(const CellMoments& moments);
/// RMS of the first layer's gradient over that of the last, in base-10 logarithms, since deep networks leave the range
/// of double; absent when not measured, lost, or zero at the last layer.
std::optional<double> log10_gradient_ratio(const CellResult& cell);

/// The layers, weights and remarks of a network that was simulated and predicted; nothing of training.
CellResult cell_of(const Measurement& measurement, const Prediction& prediction);

/// Simulates, predicts and trains a cell; singular values and correlations are left out, whatever the experiment asks
/// for. A relative input file is taken from `folder`. What is trained at another width or depth than the study's own
/// experiment follows from that by the parametrization. Throws what simulate() throws.
CellResult run_cell(const Grid& grid, std::size_t index, const std::filesystem::path& folder, NoiseCache& cache,
    const Context& context);

/// Roughly how long that takes, in multiplications. Throws BadInput.
double cell_cost(const Experiment& experiment, const NetworkPlan& plan);

}   // namespace stepzero
