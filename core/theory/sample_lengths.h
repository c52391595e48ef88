// SPDX-License-Identifier: GPL-3.0-or-later
// Samples with few numbers differ in length, and φ acts on each at its own length: |x|² of n normal numbers is χ²(n).
// Predictions for single lengths are therefore averaged. With 4 numbers and tanh, the mean length alone gives errors of
// 4% for outputs and 15% for gradients.
#pragma once

#include <vector>

#include "core/theory/length_rule.h"
#include "core/theory/prediction.h"

namespace stepzero {

/// Returns a rule for lengths of this variance, with 8 to 40 points, more for a larger variance. It uses the exact
/// distribution of lengths for normal numbers, and one with the same variance otherwise. Precondition: variance > 0.
std::vector<VectorLength> sample_lengths(double variance);

/// A prediction for samples of one length.
struct AtLength {
    double weight = 1;
    Prediction prediction {};
};
/// Replaces the predictions at the mean length by means over lengths: sizes, means, fractions and gradients of all
/// covered layers. Spreads are kept, since they are relative. χ and 1 − c are also kept, as they are defined at the
/// mean length.
void average_over_lengths(const std::vector<AtLength>& at_lengths, Prediction& prediction);

}   // namespace stepzero
