// SPDX-License-Identifier: GPL-3.0-or-later
// Everything that figures, report and export show of one experiment. Figures compute nothing, so what takes computing
// (densities, spectra) is in here.
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
#include "core/theory/iterated_map.h"
#include "core/theory/phase_map.h"
#include "core/theory/prediction.h"
#include "core/theory/spectrum_law.h"
#include "core/train/training_run.h"

namespace stepzero {

struct Comparison;   // core/study/comparison.h
struct Finding;   // core/diagnose/finding.h
struct Verdict;   // core/diagnose/verdict.h

/// What the scan of the chosen block remembers by, all as log10.
struct MemoryView {
    WeightView step;   ///< Δ = softplus(dt_bias) of each channel, before what the input adds to it
    WeightView memory;   ///< time constants 1/(Δ |A|) of each channel and state, in tokens
};

/// The theory of the chosen layer where numbers by layer are not enough.
struct TheoryView {
    int layer = 1;
    Variances variances;   ///< of the chosen layer: its point in the phase diagram
    FixedPoint fixed_point;   ///< of a network of such layers, from this experiment's first layer
    std::shared_ptr<const PhaseMap> phase;   ///< null: not computed yet
    std::vector<Landmark> landmarks;
    IteratedMap length;   ///< of a network of such layers, from this experiment's first layer
    std::optional<IteratedMap> correlation;   ///< the map of fixed_point.angles; absent where no signal is left
};

/// Laws of the spectra. Each is absent where theory has none, or its spectrum is not there (yet).
struct SpectrumLaws {
    std::optional<SpectrumLaw> weights, layer_jacobian;   ///< of the chosen layer
    std::optional<SpectrumLaw> whole;   ///< of its convolution as a map of whole samples
    std::optional<SpectrumLaw> jacobian;   ///< of the whole network
};

using PlanPart = Part<NetworkPlan, StepZeroKey>;
using TheoryPart = Part<TheoryView, TheoryKey>;
using MemoryPart = Part<MemoryView, MemoryKey>;
using LawsPart = Part<SpectrumLaws, LawsKey>;
using SpectraPart = Part<LayerSpectra, SpectraKey>;
using JacobianPart = Part<LogSpectrum, StepZeroKey>;
using Findings = std::vector<Finding>;

/// At step 0 of the network's training, or after a step: then weights, measurement and spectra are those of that
/// network, and all that is expected, found and judged stays that of step 0.
struct Study : Exhibit {
    Experiment experiment;
    PlanPart plan;   ///< of the experiment; never absent
    int layer = 1;   ///< the chosen layer or block
    ParameterPlan matrix;   ///< the chosen one, whose entries and spectrum are shown: in the chosen block, or outside
    bool one_expert = false;   ///< its entries are shown alone, and not those of all experts of the block
    double seconds = 0;   ///< that the computation took

    // Never absent. What is not measured or predicted yet has no samples and no numbers.
    Part<Measurement, MeasurementKey> measurement;
    std::shared_ptr<const Prediction> prediction;   ///< for as many samples and tokens as were measured, if any were
    std::shared_ptr<const WeightView> weights;
    std::shared_ptr<const Verdict> verdict;   ///< of what is known so far

    TheoryPart theory;   ///< impossible: the theory does not cover the chosen layer
    MemoryPart memory {Absence::impossible};   ///< impossible: the chosen block has no scan
    SpectraPart layer_spectra;
    JacobianPart jacobian;   ///< of the whole network
    LawsPart laws;
    Part<Comparison, ComparisonKey> comparison {Absence::not_asked};
    Part<TrainingRun, TrainingKey> training {Absence::not_asked};   ///< so far, while more steps are to come
    Part<Findings, DiagnosisKey> first_findings;   ///< at step 0; only a full study is diagnosed
    Part<Findings, TrainingKey> step_findings {Absence::not_asked};   ///< of training
    Part<Findings, FindingsKey> findings;   ///< all

    int step = 0;   ///< of training
    StudyPtr start;   ///< the same at step 0; null at step 0
};

/// Whether a part is absent now and a later stage of the study will have it.
template <class T, class Key>
bool is_coming(const Study& study, const Part<T, Key>& part)
{
    return is_coming(study.stage) && part.is(Absence::not_yet);
}

/// Whether the blocks of its network are plain layers (NetworkKind::layered).
bool is_layered(const Study& study);

}   // namespace stepzero
