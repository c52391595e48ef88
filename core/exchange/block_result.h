// SPDX-License-Identifier: GPL-3.0-or-later
// What `run` found of a network made of blocks, as text: "stepzero-result" version 1 (JSON), whose layers are blocks,
// and one row a block (CSV). The same bytes in every locale.
#pragma once

#include <map>
#include <string>

#include "core/diagnose/finding.h"
#include "core/simulate/measurement.h"
#include "core/simulate/over_replicas.h"
#include "core/theory/block_prediction.h"

namespace stepzero {

/// Spectra of matrices by their plan's name, of plain values.
using MatrixSpectra = std::map<std::string, SpectrumStatistics>;

/// Every site of the recording, in the order of the network. Numbers that are not finite are the words "inf", "-inf",
/// "nan". With replicas > 1 every measured number has its standard deviation over replicas beside it: "rms", "rms_sd".
/// Spectra may be null: not asked for. Precondition: the measurement has a recording.
std::string format_block_result(const Experiment& experiment, const Measurement& measurement,
    const BlockPrediction& prediction, const MatrixSpectra* spectra, const std::vector<Finding>& findings);

/// The same in short. Numbers of attention are means over heads, and have no standard deviation.
std::string format_blocks_csv(const Experiment& experiment, const Measurement& measurement);

}   // namespace stepzero
