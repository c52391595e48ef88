// SPDX-License-Identifier: GPL-3.0-or-later
// An argument as a live comparison: the present experiment beside others that differ in the one thing argued about.
// Each is simulated on a small batch, and has its theory.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/kinds/comparisons/comparison.h"
#include "core/network/init/noise_cache.h"
#include "core/simulate/measurement.h"
#include "core/theory/prediction.h"

namespace stepzero {

/// Those of all kinds, in the order of the menus.
const std::vector<ComparisonKind>& comparisons();
const ComparisonKind* find_comparison(std::string_view name);   ///< nullptr when there is none
bool applies(const ComparisonKind& comparison, const Network& network);

struct ComparedVariant {
    Text label;
    Experiment experiment;
    std::shared_ptr<const NetworkPlan> plan;
    std::shared_ptr<const Measurement> measurement;
    std::shared_ptr<const Prediction> prediction;
};

struct Comparison {
    std::string name;
    std::vector<ComparedVariant> variants;
};

/// Each variant on a batch of about so many operations. Precondition: it applies. Throws Stopped, TooLarge, BadInput.
Comparison compare(const ComparisonKind& kind, const Experiment& experiment, double most_operations, NoiseCache& cache,
    const Context& context);

}   // namespace stepzero
