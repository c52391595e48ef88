// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers of a measured layer by name, for every format that lists them.
#pragma once

#include <string_view>
#include <vector>

#include "core/simulate/measurement.h"

namespace stepzero {

struct LayerNumber {
    std::string_view group;   ///< "weight", "preactivation", "activation_output", "gradient" or "correlation"
    std::string_view name;   ///< "mean", "std", …
    double value = 0;
};

/// Group after group. Gradient and correlation are absent when they were not measured. A signal beyond the range
/// of double brings log10_rms along with its infinite or vanished rms.
std::vector<LayerNumber> layer_numbers(const LayerMeasurement& layer);

/// Their standard deviations over replicas, under the same names, from an entry of Measurement::spread.
std::vector<LayerNumber> layer_deviations(const LayerMeasurement& spread);

}   // namespace stepzero
