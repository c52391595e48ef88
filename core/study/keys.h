// SPDX-License-Identifier: GPL-3.0-or-later
// The keys of the parts of a study. A key holds everything that a part depends on, so a part can be reused while its
// key is equal (part.h). A default key differs from every key that a study uses.
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

/// Everything that numbers before the first training step depend on: an experiment without its title and training.
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

struct GainsKey {
    Activation activation;
    double q = 0;   ///< above 0 in a study
    bool operator==(const GainsKey&) const = default;
};

struct MemoryKey {
    StepZeroKey experiment;
    int layer = 1;
    bool sampled = false;
    bool operator==(const MemoryKey&) const = default;
};

/// Identifies the entries of a matrix, up to a factor.
struct NoiseKey {
    ParameterPlan matrix;   ///< without its initializer and factor, which `draw` replaces
    Draw draw;   ///< with scale 1
    std::uint64_t seed = 0;
    std::shared_ptr<const GivenWeights> given;   ///< null: the weights are sampled
    bool operator==(const NoiseKey&) const = default;
};

/// Identifies the singular values of a matrix, and of the Jacobian of its layer.
struct SpectraKey {
    NoiseKey noise;
    double scale = 0;
    int layer = 1;
    StepZeroKey jacobian;   ///< a default key when the layer's Jacobian is not included
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

/// Identifies the findings at step 0. They depend on the adapters, and on the Jacobian when it is known.
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
