// SPDX-License-Identifier: GPL-3.0-or-later
// Puts measured singular values and their theoretical distribution in a comparable form: two moments, and sorted
// values.
#pragma once

#include "core/modules/spectrum/singular_values.h"
#include "core/theory/spectrum_law.h"

namespace stepzero {

/// Moments of s² over all singular values including zeros, as in SpectrumLaw.
struct SquareMoments {
    double log10_mean_square = 0;   ///< −inf when all are zero
    double relative_variance = 0;   ///< Var(s²) / mean(s²)²; 0 when all are zero
};
SquareMoments square_moments(const LogSpectrum& spectrum);

/// Returns the distribution as `count` sorted values: log10 s as a function of the index, largest first, starting at
/// 1/2. Zeros are omitted; equal values are horizontal pieces.
Curve sorted_law(const SpectrumLaw& law, double count);

}   // namespace stepzero
