// SPDX-License-Identifier: GPL-3.0-or-later
// What makes measured singular values and their law comparable: the same two moments, and the law in order of size.
#pragma once

#include "core/modules/spectrum/singular_values.h"
#include "core/theory/spectrum_law.h"

namespace stepzero {

/// Of s² over all singular values, zeros included, as in SpectrumLaw.
struct SquareMoments {
    double log10_mean_square = 0;   ///< −inf when all are zero
    double relative_variance = 0;   ///< Var(s²) / mean(s²)²; 0 when all are zero
};
SquareMoments square_moments(const LogSpectrum& spectrum);

/// The law as `count` sorted values would lie: log10 s over the index, largest first, from 1/2 on. Zeros are left
/// out; equal values are level pieces.
Curve sorted_law(const SpectrumLaw& law, double count);

}   // namespace stepzero
