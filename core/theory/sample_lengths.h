// SPDX-License-Identifier: GPL-3.0-or-later
// Samples of few numbers differ in length, and φ sees each at its own: |x|² of n normal numbers is χ²(n). What theory
// says of one length is averaged over them. At 4 numbers and tanh the mean length alone is 4 % off with outputs and 15
// % with gradients.
#pragma once

#include <vector>

#include "core/theory/length_rule.h"
#include "core/theory/prediction.h"

namespace stepzero {

/// A rule of 8 to 40 points for lengths of this variance, the more the larger it is: of normal numbers the lengths'
/// own distribution, of others one of the same variance. Precondition: variance > 0.
std::vector<VectorLength> sample_lengths(double variance);

/// A prediction for samples of one length.
struct AtLength {
    double weight = 1;
    Prediction prediction {};
};
/// Puts means over lengths in place of what is at the mean length: sizes, means, fractions and gradients of all covered
/// layers. Spreads stay, since they are relative, and so do χ and 1 − c, which are asked at the mean length.
void average_over_lengths(const std::vector<AtLength>& at_lengths, Prediction& prediction);

}   // namespace stepzero
