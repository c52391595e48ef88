// SPDX-License-Identifier: GPL-3.0-or-later
// Live comparisons: the current experiment next to variants that differ in one respect, such as the activation. Each
// variant is simulated on a small batch and has its own theory.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/kinds/comparisons/comparison.h"
#include "core/network/init/noise_cache.h"
#include "core/simulate/measurement.h"
#include "core/theory/prediction.h"

namespace stepzero {

/// Returns the comparisons of all kinds of network, in the order of the menus.
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

/// Simulates and predicts each variant. The batches are chosen such that all variants together take about
/// `most_operations` floating-point operations, forward and backward. Precondition: applies(). Throws Stopped,
/// TooLarge, BadInput.
Comparison compare(const ComparisonKind& kind, const Experiment& experiment, double most_operations, NoiseCache& cache,
    const Context& context);

}   // namespace stepzero
