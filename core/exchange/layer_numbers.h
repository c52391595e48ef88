// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers of a measured layer by name, for every format that lists them.
#pragma once

#include <string_view>
#include <vector>

#include "core/simulate/measurement.h"

namespace stepzero {

struct LayerNumber {
    std::string_view group;   ///< "weight", "preactivation", "activation_output" or "gradient"
    std::string_view name;   ///< "mean", "std", …
    double value = 0;
};

/// Group after group. The gradient is absent when it was not measured. A signal beyond the range of double
/// brings log10_rms along with its infinite or vanished rms.
std::vector<LayerNumber> layer_numbers(const LayerMeasurement& layer);

}   // namespace stepzero
