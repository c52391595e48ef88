// SPDX-License-Identifier: GPL-3.0-or-later
// What `run` found, as text: "stepzero-result" version 1 (JSON), and one row a layer or block (CSV). The same bytes in
// every locale.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/diagnose/finding.h"
#include "core/simulate/measurement.h"
#include "core/simulate/over_replicas.h"
#include "core/theory/prediction.h"
#include "core/theory/spectrum_law.h"
#include "core/train/training_run.h"

namespace stepzero {

struct JacobianResult {
    SpectrumStatistics measured;
    std::optional<SpectrumLaw> predicted;   ///< absent where theory is silent
};

/// Spectra of matrices by their plan's name, of plain values.
using MatrixSpectra = std::map<std::string, SpectrumStatistics>;

/// All of one experiment; refers to it. Spectra may be null: not asked for.
struct RunOutcome {
    const Experiment& experiment;
    const NetworkPlan& plan;
    const Measurement& measurement;
    const Prediction& prediction;
    const MatrixSpectra* weight_spectra;
    const JacobianResult* jacobian;
    const std::vector<Finding>& findings;
    const TrainingRun* training = nullptr;   ///< null: not trained
};

/// Numbers that are not finite are the words "inf", "-inf", "nan". With replicas > 1 every measured number has its
/// standard deviation over replicas beside it: "rms", "rms_sd".
std::string format_result(const RunOutcome& outcome);

/// RFC 4180: a header line, then a line a layer or block, each ending in CR LF. Of blocks in short: numbers of
/// attention are means over heads, and have no standard deviation.
std::string format_csv(const NetworkPlan& plan, const Measurement& measurement);

/// The numbers of a layer or block by the titles of those columns, without deviations; of block 0, what is outside the
/// blocks. Precondition: 0 to the network's depth, of plain layers from 1.
std::vector<std::pair<std::string, double>> column_numbers(
    const NetworkPlan& plan, const Measurement& measurement, int block);

/// By the standard deviation of the last activation: "high" for 0.5 to 2, "medium" above 0.1, else "low".
std::string_view stability(double last_std);

}   // namespace stepzero
