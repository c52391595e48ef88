// SPDX-License-Identifier: GPL-3.0-or-later
// How far a measurement lies from theory, in standard deviations of one network of its size: what tells luck
// from fault.
#pragma once

#include <optional>

#include "core/network/plan.h"
#include "core/simulate/measurement.h"
#include "core/theory/prediction.h"

namespace stepzero {

/// Signed: above theory is positive. The spread is the law's where there is one, else that of the replicas; absent
/// without either. Minus infinity for a signal of exactly zero.
struct Deviations {
    std::optional<double> preactivation, activation, gradient;   ///< of the RMS
    std::optional<double> decorrelation;   ///< of 1 − c
};

/// Of a layer or block, counted from 1.
Deviations deviations(const Measurement& measurement, const Prediction& prediction, int layer);

/// Whether the normal law of ln RMS holds, to tell luck from fault by: of a network whose layers are wide enough for
/// it, for a size whose spread over networks is small.
bool is_wide(const NetworkPlan& plan);
bool is_lawful(const Predicted& size);

/// Of an RMS, the mean of `replicas` networks. ln RMS of one is taken as normal with mean ln(predicted) − spread²
/// and standard deviation `spread` (finite_width.h, whose shift is in the predicted), ln of the mean of several by the
/// moments of the sum of lognormals (Fenton 1960). The unit is the spread of one network in any case, as in the
/// figures' bands.
double rms_deviation(double ln_measured, double ln_predicted, double spread, int replicas = 1);

}   // namespace stepzero
