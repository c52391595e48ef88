// SPDX-License-Identifier: GPL-3.0-or-later
// What `run` found, as text: "stepzero-result" version 1 (JSON), and one row a layer (CSV). The same bytes in
// every locale.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/diagnose/finding.h"
#include "core/simulate/measurement.h"
#include "core/simulate/over_replicas.h"
#include "core/theory/predict.h"
#include "core/theory/spectrum_law.h"

namespace stepzero {

struct JacobianResult {
    SpectrumStatistics measured;
    std::optional<SpectrumLaw> predicted;   ///< absent where theory is silent
};

/// Numbers that are not finite are the words "inf", "-inf", "nan". With replicas > 1 every number of a layer
/// has its standard deviation over replicas beside it: "rms", "rms_sd". Spectra may be null: not asked for.
/// `weight_spectra` holds one a layer, of plain values.
std::string format_result(const Experiment& experiment, const std::vector<LayerPlan>& plan,
    const Measurement& measurement, const Prediction& prediction, const std::vector<SpectrumStatistics>* weight_spectra,
    const JacobianResult* jacobian, const std::vector<Finding>& findings);

/// RFC 4180: a header line, then a line a layer, each ending in CR LF.
std::string format_layers_csv(const std::vector<LayerPlan>& plan, const Measurement& measurement);

/// By the standard deviation of the last activation: "high" for 0.5 to 2, "medium" above 0.1, else "low".
std::string_view stability(double last_std);

}   // namespace stepzero
