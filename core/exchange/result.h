// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the result of `run` as "stepzero-result" version 1 (JSON), and as CSV with one row per layer or block. Output
// is byte-identical in every locale.
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
    std::optional<SpectrumLaw> predicted;   ///< absent when theory has no prediction
};

/// Spectra of weight matrices by their name in the plan, in plain values.
using MatrixSpectra = std::map<std::string, SpectrumStatistics>;

/// The complete outcome of one experiment, by reference. Spectra may be null when not requested.
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

/// Numbers that are not finite are written as "inf", "-inf", "nan". With several replicas, the standard deviation over
/// replicas follows each measured number: "rms", "rms_sd".
std::string format_result(const RunOutcome& outcome);

/// Writes CSV (RFC 4180): a header line, then one line per layer or block, each ending in CR LF. For blocks, attention
/// numbers are means over heads, without standard deviations.
std::string format_csv(const NetworkPlan& plan, const Measurement& measurement);

/// Returns the numbers of a layer or block by their CSV column titles, without deviations. Block 0 lists what is
/// outside of the blocks. Precondition: block is 0 to the network's depth, for plain layers from 1.
std::vector<std::pair<std::string, double>> column_numbers(
    const NetworkPlan& plan, const Measurement& measurement, int block);

/// A rating of the standard deviation of the last activation: high for 0.5 to 2, medium above 0.1, else low.
enum class StabilityGrade { low, medium, high };
StabilityGrade stability_of(double last_std);
/// Returns the name of a grade in files: "high", "medium" or "low".
std::string_view word(StabilityGrade grade);
/// Returns the name of stability_of().
std::string_view stability(double last_std);

}   // namespace stepzero
