// SPDX-License-Identifier: GPL-3.0-or-later
// An argument as a live comparison: the present experiment beside others that differ in the one thing argued about,
// such as the scaling of residual branches. Each is simulated on a small batch, and has its theory.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/init/noise_cache.h"
#include "core/simulate/measurement.h"
#include "core/theory/prediction.h"

namespace stepzero {

struct Variant {
    std::string label;   ///< "with 1/√(2L)"; for people
    Experiment experiment;
};

/// What may be compared, as menus and files know it.
struct ComparisonKind {
    std::string name;   ///< "residual_scaling"
    std::string label;   ///< for people: "Residual scaling on and off"
    std::string claim;   ///< the argument in a sentence
    bool (*applies)(const Network&);
    std::vector<Variant> (*variants)(const Experiment&);   ///< two or more, all valid
};

/// Every comparison, in the order of the menus.
const std::vector<ComparisonKind>& comparisons();
const ComparisonKind* find_comparison(std::string_view name);   ///< nullptr when there is none

struct ComparedVariant {
    std::string label;
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
