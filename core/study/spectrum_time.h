// SPDX-License-Identifier: GPL-3.0-or-later
// Estimates how long the computation of singular values takes. Studies use it to decide which spectra a preview can
// include. Times are in seconds on a core of 2023 that does 40 GFLOP/s in float64.
#pragma once

#include "core/study/study.h"

namespace stepzero {

/// Returns the time for a matrix: 0.25 ns · min(rows, columns)² · max(rows, columns).
double spectrum_seconds(Shape shape);
/// Returns the time for the matrix of a parameter. A convolution also has a spectrum as a map of whole samples.
double spectrum_seconds(const ParameterPlan& matrix);
/// Returns the time for the Jacobian of the whole network.
double jacobian_seconds(const NetworkPlan& plan);

/// Returns the time for the study's chosen matrix and, where available, the Jacobian of its layer (has_jacobian()).
double layer_spectra_seconds(const Study& study);
/// Returns the time for all spectra that the study awaits.
double awaited_spectra_seconds(const Study& study);

/// A preview includes the spectra that take less time.
inline constexpr double preview_seconds = 0.008;
/// When a part takes longer, the study is shown without it first.
inline constexpr double patience_seconds = 0.2;

}   // namespace stepzero
