// SPDX-License-Identifier: GPL-3.0-or-later
// Samples of few numbers differ in length, and φ sees each at its own: |x|² of n normal numbers is χ²(n). What theory
// says of one length is averaged over them. At 4 numbers and tanh the mean length alone is 4 % off with outputs and 15
// % with gradients.
#pragma once

#include <vector>

#include "core/theory/predict.h"

namespace stepzero {

/// |x|²/E|x|² of a sample, and its weight in a mean over samples.
struct SampleLength {
    double square = 1, weight = 1;
};
/// Gauss's rule of 8 to 40 points, the more the smaller a is, for Γ(a)/a, whose variance 1/a is the given one: for
/// normal numbers χ²(n)/n itself, for others the law of their variance (Golub, Welsch 1969: generalized Laguerre
/// polynomials). Precondition: variance > 0.
std::vector<SampleLength> sample_lengths(double variance);

/// A prediction for samples of one length.
struct AtLength {
    double weight = 1;
    DensePrediction prediction {};
};
/// Puts means over lengths in place of what is at the mean length: sizes, means, fractions and gradients of all covered
/// layers. Spreads stay, since they are relative, and so do χ and 1 − c, which are asked at the mean length.
void average_over_lengths(const std::vector<AtLength>& at_lengths, DensePrediction& prediction);

}   // namespace stepzero
