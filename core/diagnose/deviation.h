// SPDX-License-Identifier: GPL-3.0-or-later
// Computes how far a measurement lies from theory, in standard deviations of a single network of its size. This
// distinguishes random scatter from errors.
#pragma once

#include <optional>

#include "core/network/plan.h"
#include "core/simulate/measurement.h"
#include "core/theory/prediction.h"

namespace stepzero {

/// Signed deviations, positive above theory. The spread is from theory if available, else from the replicas; deviations
/// are absent without either. Minus infinity for a signal of exactly zero.
struct Deviations {
    std::optional<double> preactivation, activation, gradient;   ///< deviations of the RMS
    std::optional<double> decorrelation;   ///< deviation of 1 − c
};

/// Returns the deviations of a layer or block, counted from 1.
Deviations deviations(const Measurement& measurement, const Prediction& prediction, int layer);

/// Return whether the normal distribution of ln RMS is accurate enough to detect errors: all layers must be wide
/// enough, and the spread of the size over networks must be small.
bool is_wide(const NetworkPlan& plan);
bool is_lawful(const Predicted& size);

/// Returns the deviation of an RMS, averaged over `replicas` networks. ln RMS of one network is assumed normal with
/// mean ln(predicted) − spread² and standard deviation `spread` (finite_width.h, whose shift is included in the
/// prediction). For the mean of several, ln RMS follows from the moments of the sum of lognormals (Fenton 1960). The
/// unit is always the spread of a single network, as for the bands in figures.
double rms_deviation(double ln_measured, double ln_predicted, double spread, int replicas = 1);

}   // namespace stepzero
