// SPDX-License-Identifier: GPL-3.0-or-later
// What a simulation of a finite network found.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/experiment/experiment.h"
#include "core/modules/recorder.h"
#include "core/statistics/distribution.h"

namespace stepzero {

/// Of a network made of blocks a layer is a block (core/simulate/blocks.h).
struct LayerMeasurement {
    Distribution weight;
    Distribution preactivation;   ///< z_l = W_l x_{l−1} + b_l, all samples × units
    Distribution output;   ///< x_l = φ(z_l)
    std::optional<Distribution> gradient;   ///< ∂⟨u, x_L⟩/∂z_l with u ~ N(0, 1); absent when not measured
    double zero_fraction = 0;   ///< entries of x_l that are exactly 0
    double saturated_fraction = 0;   ///< entries of x_l in φ's saturated range (see Saturation)
    double dead_fraction = 0;   ///< units that are 0 on every sample
    /// 1 − c of the preactivations of two inputs at the experiment's angle, the mean over a few pairs; absent when
    /// not measured and where a signal is zero or lost.
    std::optional<double> decorrelation;
};

/// A thing that must be said with the numbers, e.g. "overflow": signal beyond what can be followed.
struct Remark {
    int layer = 0;
    std::string text;   ///< a sentence for people, e.g. "the signal overflows at layer 37"
};

struct Measurement {
    int samples = 0;   ///< that were simulated (a preview takes fewer than the experiment asks); or sequences
    int tokens = 1;   ///< of a sequence
    int replicas = 1;
    Distribution input;
    std::vector<LayerMeasurement> layers;   ///< means over replicas; histograms added up
    std::vector<LayerMeasurement> spread;   ///< standard deviations over replicas (n − 1); empty for one replica
    std::vector<Remark> remarks;
    /// Of networks made of blocks, else null: every site (means over replicas), and the standard deviations over
    /// replicas, null for one. Attention maps are those of replica 0.
    std::shared_ptr<const Recording> recording, recording_spread;
};

}   // namespace stepzero
