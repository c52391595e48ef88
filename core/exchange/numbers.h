// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers of a record by name, for every format that lists them. Internal to core/exchange.
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

/// Which numbers of a distribution are told.
enum class Told { signal, gradient, weight };

/// A signal beyond the range of double brings log10_rms along with its infinite or vanished rms.
NamedNumbers numbers_of(const Distribution& distribution, Told told);
NamedNumbers numbers_of(const AttentionHead& head);
NamedNumbers numbers_of(const ExpertLoad& expert);
/// Its quantities that are not those of a distribution, as far as it has them.
NamedNumbers numbers_of(const SiteRecord& site);
/// The number of this name; null when there is none.
const double* find(const NamedNumbers& numbers, std::string_view name);

/// Numbers with their deviations over replicas, which are empty for one replica.
struct NumberGroup {
    std::string name;   ///< "weight", "activation_output", …
    NamedNumbers numbers, deviations {};
};

/// What a plain layer is told by: weight, preactivation, activation_output, pooled, gradient, correlation; the last two
/// are absent when they were not measured, pooled where there is no pooling.
std::vector<NumberGroup> layer_groups(const Measurement& measurement, int layer);

/// A block's output and its gradient, the latter absent when it was not measured.
NumberGroup output_group(const Measurement& measurement, int block);
std::optional<NumberGroup> gradient_group(const Measurement& measurement, int block);

}   // namespace stepzero
