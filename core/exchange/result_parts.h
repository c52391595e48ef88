// SPDX-License-Identifier: GPL-3.0-or-later
// What results of all kinds of networks have in common. Internal to core/exchange.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/diagnose/finding.h"
#include "core/simulate/measurement.h"
#include "core/simulate/over_replicas.h"

namespace stepzero {

/// `text`, an object of its own, as a member two spaces further in.
std::string nested(std::string_view text);

/// `"name": […]`, and `, "name_sd": […]` of several replicas.
std::string spectrum_text(const std::string& name, const SpectrumStatistics& spectrum);

/// From "{" up to what was measured.
std::string result_head(const Experiment& experiment);
/// Remarks, findings and stability, and "}".
std::string result_tail(const Measurement& measurement, const std::vector<Finding>& findings);

}   // namespace stepzero
