// SPDX-License-Identifier: GPL-3.0-or-later
// Everything that figures, report and export show of one experiment: measurement, theory, spectra, findings and
// training. Figures only draw, so all results of computations, such as densities and spectra, are stored here.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/network/experiment/experiment.h"
#include "core/network/init/parameter_plan.h"
#include "core/network/plan.h"
#include "core/simulate/measurement.h"
#include "core/simulate/network_spectra.h"
#include "core/study/exhibit.h"
#include "core/study/keys.h"
#include "core/study/part.h"
#include "core/study/weight_view.h"
#include "core/theory/gains.h"
#include "core/theory/iterated_map.h"
#include "core/theory/phase_map.h"
#include "core/theory/prediction.h"
#include "core/theory/spectrum_law.h"
#include "core/train/training_run.h"

namespace stepzero {

struct Comparison;   // core/study/comparison.h
struct Finding;   // core/diagnose/finding.h
struct Verdict;   // core/diagnose/verdict.h

/// The memory of the scan in the chosen block; all values are log10.
struct MemoryView {
    WeightView step;   ///< Δ = softplus(dt_bias) of each channel, without the contribution of the input
    WeightView memory;   ///< time constants 1/(Δ |A|) of each channel and state, in tokens
};

/// The theory of the chosen layer beyond its numbers in Prediction: fixed point, phase diagram and iterated maps.
struct TheoryView {
    int layer = 1;
    Variances variances;   ///< (σ_w², σ_b²) of the chosen layer: its point in the phase diagram
    FixedPoint fixed_point;   ///< limit of a network of such layers, starting at this experiment's first layer
    std::shared_ptr<const PhaseMap> phase;   ///< null: not computed yet
    std::vector<Landmark> landmarks;
    IteratedMap length;   ///< iterated in a network of such layers, starting at this experiment's first layer
    std::optional<IteratedMap> correlation;   ///< map of fixed_point.angles; absent where no signal is left
};

/// Theoretical distributions of the singular values. Each is absent where theory has none, or where its spectrum does
/// not exist (yet).
struct SpectrumLaws {
    std::optional<SpectrumLaw> weights, layer_jacobian;   ///< weights and Jacobian of the chosen layer
    std::optional<SpectrumLaw> whole;   ///< the layer's convolution as a map of whole samples
    std::optional<SpectrumLaw> jacobian;   ///< Jacobian of the whole network
};

using PlanPart = Part<NetworkPlan, StepZeroKey>;
using TheoryPart = Part<TheoryView, TheoryKey>;
using GainsPart = Part<Gains, GainsKey>;
using MemoryPart = Part<MemoryView, MemoryKey>;
using LawsPart = Part<SpectrumLaws, LawsKey>;
using SpectraPart = Part<LayerSpectra, SpectraKey>;
using JacobianPart = Part<LogSpectrum, StepZeroKey>;
using Findings = std::vector<Finding>;

/// Describes a network at step 0 of its training, or after a training step. After a step, weights, measurement and
/// spectra describe the trained network; theory, findings and verdict still describe step 0.
struct Study : Exhibit {
    Experiment experiment;
    PlanPart plan;   ///< plan of the experiment; never absent
    int layer = 1;   ///< the chosen layer or block, from 1
    ParameterPlan matrix;   ///< the chosen matrix, whose entries and spectrum are shown: in the chosen block or outside
    bool one_expert = false;   ///< true: `matrix` is one expert, shown alone; false: with all experts of the block
    double seconds = 0;   ///< duration of the computation

    // Never absent. Before a measurement or a prediction they have no samples and no numbers.
    Part<Measurement, MeasurementKey> measurement;
    std::shared_ptr<const Prediction> prediction;   ///< for as many samples and tokens as were measured, if any were
    std::shared_ptr<const WeightView> weights;
    std::shared_ptr<const Verdict> verdict;   ///< judges what is known so far

    TheoryPart theory;   ///< impossible: the theory does not cover the chosen layer
    GainsPart gains;   ///< gains of the activation of the chosen layer or block; impossible: it has two inputs
    MemoryPart memory {Absence::impossible};   ///< impossible: the chosen block has no scan
    SpectraPart layer_spectra;
    JacobianPart jacobian;   ///< singular values of the whole network's Jacobian
    LawsPart laws;
    Part<Comparison, ComparisonKey> comparison {Absence::not_asked};
    Part<TrainingRun, TrainingKey> training {Absence::not_asked};   ///< steps so far; incomplete while training runs
    Part<Findings, DiagnosisKey> first_findings;   ///< findings at step 0; only a full study is diagnosed
    Part<Findings, TrainingKey> step_findings {Absence::not_asked};   ///< findings about training
    Part<Findings, FindingsKey> findings;   ///< both kinds together

    int step = 0;   ///< training step that the study shows
    StudyPtr start;   ///< the study of step 0; null when this is step 0
};

/// Returns whether a part is absent now and a later stage of the study will have it.
template <class T, class Key>
bool is_coming(const Study& study, const Part<T, Key>& part)
{
    return is_coming(study.stage) && part.is(Absence::not_yet);
}

/// Returns whether the blocks of the network are plain layers (NetworkKind::layered).
bool is_layered(const Study& study);

}   // namespace stepzero
