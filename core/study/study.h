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
#include "core/theory/iterated_map.h"
#include "core/theory/phase_map.h"
#include "core/theory/prediction.h"
#include "core/theory/spectrum_law.h"
#include "core/train/training_run.h"

namespace stepzero {

struct Comparison;   // core/study/comparison.h
struct Finding;   // core/diagnose/finding.h
struct Verdict;   // core/diagnose/verdict.h

/// The weights of the chosen layer, or other drawn numbers, beside their law.
struct WeightView {
    int layer = 1;
    Distribution sample;
    Law law;
    Curve density;   ///< of the law, over the range of the histogram; empty for a law of atoms only
    Curve estimate;   ///< kernel density estimate; empty for a single value
};

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

/// Laws of the spectra. Absent where theory has none, or their spectrum is not there (yet).
struct SpectrumLaws {
    std::optional<SpectrumLaw> weights, layer_jacobian;   ///< of the chosen layer
    std::optional<SpectrumLaw> whole;   ///< of its convolution as a map of whole samples
    std::optional<SpectrumLaw> jacobian;   ///< of the whole network
};

/// At step 0 of the network's training, or behind a step: then weights, measurement and spectra are of that network,
/// and all that is expected, found and judged stays of step 0.
struct Study : Exhibit {
    Experiment experiment;
    std::shared_ptr<const NetworkPlan> plan;   ///< of the experiment; never null
    int layer = 1;   ///< the chosen layer or block
    ParameterPlan matrix;   ///< the chosen one, whose entries and spectrum are shown: in the chosen block, or outside
    bool one_expert = false;   ///< its entries are shown alone, and not those of all experts of the block
    double seconds = 0;   ///< that the computation took

    std::shared_ptr<const Measurement> measurement;   ///< never null; of theory alone, of no samples and with no sites
    std::shared_ptr<const Prediction> prediction;   ///< never null; its blocks may be absent. Of as many samples and
                                                    ///< tokens as the measurement, where there is one
    std::shared_ptr<const Comparison> comparison;   ///< null: none chosen, or not computed yet
    std::shared_ptr<const TheoryView> theory;   ///< null: the theory does not cover the chosen layer
    std::shared_ptr<const SpectrumLaws> laws;   ///< null: not computed yet
    std::shared_ptr<const WeightView> weights;   ///< never null
    std::shared_ptr<const MemoryView> memory;   ///< null: the chosen block has no scan
    std::shared_ptr<const LayerSpectra> layer_spectra;   ///< null: not computed (yet, or not asked for)
    std::shared_ptr<const LogSpectrum> jacobian;   ///< null: not computed (yet, or not asked for)
    std::shared_ptr<const TrainingRun> training;   ///< null: not trained (yet); of steps so far while more are to come
    int step = 0;   ///< of training
    StudyPtr start;   ///< the same at step 0; null at step 0
    std::shared_ptr<const std::vector<Finding>> findings;   ///< all; null: only what is full is diagnosed
    std::shared_ptr<const std::vector<Finding>> first_findings, step_findings;   ///< of step 0, and of training
    std::shared_ptr<const Verdict> verdict;   ///< never null; of what is known so far
};

/// The view of drawn numbers of a layer. Pure; takes their distribution, of count 0 for the law alone.
WeightView weight_view(int layer, Law law, const Distribution& sample);

/// Whether the blocks of its network are plain layers (NetworkKind::layered).
bool is_layered(const Study& study);

}   // namespace stepzero
