// SPDX-License-Identifier: GPL-3.0-or-later
// What the parts of a study depend on. A default key equals none that a study is made from.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/modules/spectrum/singular_values.h"
#include "core/network/experiment/experiment.h"
#include "core/network/init/parameter_plan.h"
#include "core/network/plan.h"

namespace stepzero {

struct Finding;   // core/diagnose/finding.h
struct Prediction;   // core/theory/prediction.h

/// All that numbers before the first step depend on: an experiment without its title and its training.
class StepZeroKey {
public:
    StepZeroKey() = default;
    explicit StepZeroKey(Experiment experiment);
    bool operator==(const StepZeroKey& other) const;

private:
    std::shared_ptr<const Experiment> experiment_;   // shared by the keys of all parts
};

struct MeasurementKey {
    StepZeroKey experiment;
    std::optional<Extent> extent;   ///< absent: all samples and replicas
    bool operator==(const MeasurementKey&) const = default;
};

struct TheoryKey {
    std::shared_ptr<const Prediction> prediction;
    int layer = 1;
    bool whole_map = false;
    bool operator==(const TheoryKey&) const = default;
};

struct MemoryKey {
    StepZeroKey experiment;
    int layer = 1;
    bool sampled = false;
    bool operator==(const MemoryKey&) const = default;
};

/// The entries of a matrix, up to a factor.
struct NoiseKey {
    ParameterPlan matrix;   ///< without its initializer and factor: `draw` stands for them
    Draw draw;   ///< its scale is 1
    std::uint64_t seed = 0;
    std::shared_ptr<const GivenWeights> given;   ///< null: the weights are drawn
    bool operator==(const NoiseKey&) const = default;
};

/// The singular values of a matrix, and of the Jacobian of its layer.
struct SpectraKey {
    NoiseKey noise;
    double scale = 0;
    int layer = 1;
    StepZeroKey jacobian;   ///< the default: without the layer's Jacobian
    bool operator==(const SpectraKey&) const = default;
};

struct LawsKey {
    StepZeroKey experiment;
    int layer = 1;
    ParameterPlan matrix;
    bool operator==(const LawsKey&) const = default;
};

struct ComparisonKey {
    StepZeroKey experiment;
    std::string name;
    bool operator==(const ComparisonKey&) const = default;
};

struct TrainingKey {
    StepZeroKey experiment;
    std::optional<Training> training;
    bool operator==(const TrainingKey&) const = default;
};

/// What is found at step 0. Findings speak of adapters, and of the Jacobian where it is known.
struct DiagnosisKey {
    StepZeroKey experiment;
    std::shared_ptr<const LogSpectrum> jacobian;
    Selection adapters;
    bool operator==(const DiagnosisKey&) const = default;
};

struct FindingsKey {
    std::shared_ptr<const std::vector<Finding>> first, steps;
    bool operator==(const FindingsKey&) const = default;
};

}   // namespace stepzero
