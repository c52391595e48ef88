// SPDX-License-Identifier: GPL-3.0-or-later
// Lists the numbers of a record by name, for all formats that contain them. Internal to core/exchange.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/simulate/measurement.h"

namespace stepzero {

struct NamedNumber {
    std::string_view name;
    double value = 0;
};
using NamedNumbers = std::vector<NamedNumber>;

/// Selects which numbers of a distribution are listed.
enum class Told { signal, gradient, weight };

/// A signal beyond the range of double adds log10_rms to its infinite or zero rms.
NamedNumbers numbers_of(const Distribution& distribution, Told told);
NamedNumbers numbers_of(const AttentionHead& head);
NamedNumbers numbers_of(const ExpertLoad& expert);
/// Returns the available quantities of a site that do not belong to a distribution.
NamedNumbers numbers_of(const SiteRecord& site);
/// Returns the number with this name; null when there is none.
const double* find(const NamedNumbers& numbers, std::string_view name);

/// Numbers with their standard deviations over replicas; deviations are empty for one replica.
struct NumberGroup {
    std::string name;   ///< "weight", "activation_output", …
    NamedNumbers numbers, deviations {};
};

/// Returns the groups of a plain layer: weight, preactivation, activation_output, pooled, gradient, correlation. The
/// last two are absent when not measured, and pooled without pooling.
std::vector<NumberGroup> layer_groups(const Measurement& measurement, int layer);

/// Return a block's output and its gradient; the gradient is absent when not measured.
NumberGroup output_group(const Measurement& measurement, int block);
std::optional<NumberGroup> gradient_group(const Measurement& measurement, int block);

}   // namespace stepzero
