// SPDX-License-Identifier: GPL-3.0-or-later
// Roughly how long singular values take, in seconds on a core of 2023 that does 40 GFLOP/s in float64.
#pragma once

#include "core/study/study.h"

namespace stepzero {

/// A matrix takes 0.25 ns for every unit of min² max.
double spectrum_seconds(Shape shape);
/// A convolution is also a map of whole samples.
double spectrum_seconds(const ParameterPlan& matrix);
/// The Jacobian of a whole network.
double jacobian_seconds(const NetworkPlan& plan);

/// The study's chosen matrix, and the Jacobian of a plain layer.
double layer_spectra_seconds(const Study& study);
/// All spectra that the study awaits.
double awaited_spectra_seconds(const Study& study);

/// Spectra that take no longer belong to a preview.
inline constexpr double preview_seconds = 0.008;
/// Nobody waits longer without seeing the rest first.
inline constexpr double patience_seconds = 0.2;

}   // namespace stepzero
